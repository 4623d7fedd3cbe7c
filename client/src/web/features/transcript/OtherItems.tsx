// The quieter items: commands a person ran, results without a call, notes, settings, and where a path is cut.
import { firstWords } from '@coppice/shared'
import { withoutTerminalCodes, withVisibleControls } from '../tree/visible-controls.ts'
import { plainLine } from '../tree/entry-words.ts'
import { Fold } from './Fold.tsx'
import { ItemActions } from './ItemActions.tsx'
import {
  textOfInput,
  type BashItem,
  type CutItem,
  type NoteItem,
  type OrphanResultItem,
  type SettingItem,
} from './items.ts'
import { Markdown } from './Markdown.tsx'
import { Pre } from './Pre.tsx'
import { settingWords } from './setting-words.ts'
import { useTools } from './transcript-context.ts'

export function BashView({ item }: { readonly item: BashItem }) {
  const { person } = useTools()
  const { message, entry } = item
  const { exitCode } = message
  const failed = typeof exitCode === 'number' && exitCode !== 0
  return (
    <article className="item aside" data-entry={entry?.id} tabIndex={-1} aria-label="A command">
      <Fold
        id={item.key}
        line={
          <>
            <span className="tool-subject text-ink">$ {withVisibleControls(firstWords(message.command, 120))}</span>
            {failed && <span className="num text-bad">exit {exitCode}</span>}
            {message.cancelled === true && <span className="text-warn">cancelled</span>}
            {message.excludeFromContext === true && <span className="text-ink-3">not sent to the model</span>}
            {entry !== undefined && <span className="text-ink-3">{person(entry.author).name}</span>}
          </>
        }
      >
        {() => (
          <>
            <Pre label="Command" text={withVisibleControls(message.command)} language="bash" />
            <Pre
              label={message.truncated === true ? 'Output, cut' : 'Output'}
              text={withoutTerminalCodes(message.output)}
            />
          </>
        )}
      </Fold>
      {entry !== undefined && <ItemActions id={entry.id} isPrompt={false} text={message.output} />}
    </article>
  )
}

export function OrphanResultView({ item }: { readonly item: OrphanResultItem }) {
  const { message, entry } = item
  const text = withoutTerminalCodes(textOfInput(message.content))
  return (
    <article className="item aside" data-entry={entry?.id} tabIndex={-1} aria-label="A result without its call">
      <Fold
        id={item.key}
        line={
          <>
            <span className="tool-name">{withVisibleControls(message.toolName ?? 'tool')}</span>
            <span className="text-ink-3">a result whose call is not on this path</span>
          </>
        }
      >
        {() => <Pre label="Result" text={text} />}
      </Fold>
    </article>
  )
}

export function NoteView({ item }: { readonly item: NoteItem }) {
  const { entry } = item
  return (
    <article className="item note" data-entry={entry?.id} tabIndex={-1} aria-label={item.title}>
      <Fold
        id={item.key}
        line={
          <>
            <span className="tool-name">{withVisibleControls(item.title)}</span>
            <bdi className="note-words">{plainLine(item.text)}</bdi>
          </>
        }
      >
        {() => <Markdown text={item.text} />}
      </Fold>
      {entry !== undefined && <ItemActions id={entry.id} isPrompt={false} text={item.text} />}
    </article>
  )
}

export function SettingView({ item }: { readonly item: SettingItem }) {
  return <p className="item setting num">{settingWords(item.entries)}</p>
}

const CUTS = {
  missing_parent: 'The file this came from lacks the entry before this one.',
  cycle: 'In the file this came from, the entries before this one lead back to it. The path begins here.',
} as const

export function CutView({ item }: { readonly item: CutItem }) {
  return (
    <p className="item cut" role="note">
      {CUTS[item.reason]}
    </p>
  )
}
