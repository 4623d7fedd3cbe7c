// An agent's answer, finished or still being written: prose on the ground, tool calls one line each, thinking folded.
import { Square } from 'lucide-react'
import { useStatus } from '../../../react/index.ts'
import { Tag } from '../../ui/Tag.tsx'
import { shortTokens } from '../../words/number-words.ts'
import { plainLine } from '../tree/entry-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { Fold } from './Fold.tsx'
import { ItemActions } from './ItemActions.tsx'
import type { ReplyItem } from './items.ts'
import { Markdown } from './Markdown.tsx'
import { Picture } from './Picture.tsx'
import type { ReplyPart } from './reply-view.ts'
import { ToolCall } from './ToolCall.tsx'
import { useTools } from './transcript-context.ts'
import { costWords, durationWords } from './when-words.ts'
import { Who } from './Who.tsx'

const CUT_OFF = 'was answering when the connection was lost'

export function ReplyView({ item }: { readonly item: ReplyItem }) {
  const { person, answerer, nowMs } = useTools()
  const { reply, entry, continues } = item
  const { state, parts } = reply
  const author = reply.speaker ?? answerer(reply.author, reply.model)
  const name = withVisibleControls(author.name)
  const isLive = useStatus().state === 'live'
  const isWriting = state.kind === 'writing' && isLive
  // Nobody knows whether it still is being written, and it cannot be stopped.
  const isCutOff = state.kind === 'writing' && !isLive
  return (
    <article
      className="item reply"
      data-entry={reply.id}
      data-continues={continues || undefined}
      data-writing={isWriting || undefined}
      tabIndex={-1}
      aria-label={`${name} ${isWriting ? 'is answering' : isCutOff ? CUT_OFF : 'answered'}`}
    >
      {!continues && (
        <Who person={author} name={name} timestamp={reply.timestamp} nowMs={nowMs}>
          <Facts item={item} />
        </Who>
      )}
      <div className="say">
        {parts.map((part, number) => (
          // reason: the parts of an answer only ever grow at the end
          // oxlint-disable-next-line react/no-array-index-key
          <Part
            key={number}
            part={part}
            id={`${reply.id}.${number}`}
            isLast={number === parts.length - 1}
            isWriting={isWriting}
          />
        ))}
        {parts.length === 0 &&
          !isCutOff &&
          state.kind !== 'broken' &&
          (isWriting ? <span className="caret" /> : <p className="text-ink-3">An answer without words</p>)}
        {state.kind === 'broken' && <p className="broken">{withVisibleControls(state.words)}</p>}
      </div>
      {isCutOff && (
        <div className="item-corner">
          <Tag tone="warn">
            <span className="max-tablet:hidden">{CUT_OFF}</span>
            <span className="hidden max-tablet:inline">was answering</span>
          </Tag>
        </div>
      )}
      {isWriting ? (
        <StopCorner runId={state.runId} startedBy={person(state.startedBy).name} />
      ) : (
        entry !== undefined && <ItemActions id={entry.id} isPrompt={false} text={reply.text} />
      )}
    </article>
  )
}

interface PartProps {
  readonly part: ReplyPart
  readonly id: string
  readonly isLast: boolean
  readonly isWriting: boolean
}

function Part({ part, id, isLast, isWriting }: PartProps) {
  switch (part.kind) {
    case 'text':
      return <Markdown text={part.text} streaming={isWriting && isLast} />
    case 'thinking':
      return (
        <Fold
          id={id}
          line={
            <>
              <span className="text-ink-3">{isWriting && isLast ? 'Thinking' : 'Thought'}</span>
              <bdi className="note-words">{isWriting && isLast ? '' : headLine(part.text)}</bdi>
            </>
          }
        >
          {() => <p className="plain thinking">{withVisibleControls(part.text)}</p>}
        </Fold>
      )
    case 'call':
      return <ToolCall call={part.call} running={isWriting} />
    case 'image':
      return <Picture data={part.data} mimeType={part.mimeType} />
    default:
      return part satisfies never
  }
}

/** Models mostly begin a thought with its subject. */
function headLine(text: string): string {
  return plainLine(text.trimStart().split(/\n\s*\n/, 1)[0] ?? '')
}

function Facts({ item }: { readonly item: ReplyItem }) {
  const { totals, thinkingLevel } = item
  const facts = [
    ...(thinkingLevel === 'off' ? [] : [withVisibleControls(thinkingLevel)]),
    ...(totals === undefined || totals.ms === 0 ? [] : [durationWords(totals.ms)]),
    ...(totals === undefined || totals.tokens === 0 ? [] : [`${shortTokens(totals.tokens)} tokens`]),
    ...(totals === undefined || totals.cost === 0 ? [] : [costWords(totals.cost)]),
  ]
  return <span className="facts num">{facts.join(' · ')}</span>
}

function StopCorner({ runId, startedBy }: { readonly runId: string; readonly startedBy: string }) {
  const { stop } = useTools()
  return (
    <div className="item-corner">
      <Tag tone="warn">answering, asked by {startedBy}</Tag>
      {stop !== undefined && (
        <button type="button" className="stop" title="Stop this answer  Esc Esc" onClick={() => stop(runId)}>
          <Square size={11} fill="currentColor" aria-hidden /> Stop
        </button>
      )}
    </div>
  )
}
