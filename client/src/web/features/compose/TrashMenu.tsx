// The drafts that were thrown away in this session, to be had back.
import { Trash2, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useStore, useTree } from '../../../react/index.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ago } from '../../words/time-words.ts'
import { plainLine } from '../tree/entry-words.ts'
import type { DraftTrash, TrashedDraft } from './draft-trash.ts'
import { whereWords, whyWords } from './trash-words.ts'

interface TrashMenuProps {
  readonly trash: DraftTrash
  /** Takes the text into the composer. */
  readonly onRestore: (draft: TrashedDraft) => void
}

export function TrashMenu({ trash, onRestore }: TrashMenuProps) {
  const drafts = useStore(trash.drafts)
  const { index, synced } = useTree()
  const nowMs = useNow()
  useEffect(() => {
    const changed = (): void => trash.reload()
    window.addEventListener('storage', changed)
    return () => window.removeEventListener('storage', changed)
  }, [trash])
  if (drafts.length === 0) return null
  return (
    <Menu
      align="start"
      className="max-h-[min(26rem,var(--radix-dropdown-menu-content-available-height))] w-[min(24rem,calc(100vw-1.5rem))] overflow-y-auto"
      trigger={<IconButton size="sm" label="Drafts you threw away" icon={<Undo2 size={15} aria-hidden />} />}
    >
      <MenuHeading>Drafts you threw away</MenuHeading>
      {drafts.map((draft) => (
        <MenuItem
          key={draft.id}
          hint={[whyWords(draft), whereWords(draft.place, { index, live: synced }), ago(draft.at, nowMs)]
            .filter((part) => part !== '')
            .join(' · ')}
          onSelect={() => {
            const taken = trash.take(draft.id)
            if (taken !== undefined) onRestore(taken)
          }}
        >
          <bdi className="line-clamp-2">{plainLine(draft.text)}</bdi>
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={<Trash2 size={15} aria-hidden />} onSelect={() => trash.empty()}>
        Forget all of them
      </MenuItem>
    </Menu>
  )
}
