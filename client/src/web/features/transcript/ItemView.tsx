// One item of the transcript, by its kind.
import type { Item } from './items.ts'
import { BashView, CutView, NoteView, OrphanResultView, SettingView } from './OtherItems.tsx'
import { PromptView } from './PromptView.tsx'
import { ReplyView } from './ReplyView.tsx'

export function ItemView({ item }: { readonly item: Item }) {
  switch (item.kind) {
    case 'prompt':
      return <PromptView item={item} />
    case 'reply':
      return <ReplyView item={item} />
    case 'bash':
      return <BashView item={item} />
    case 'result':
      return <OrphanResultView item={item} />
    case 'note':
      return <NoteView item={item} />
    case 'setting':
      return <SettingView item={item} />
    case 'cut':
      return <CutView item={item} />
    default:
      return item satisfies never
  }
}
