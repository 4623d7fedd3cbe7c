// One tool call: a line, and on demand what went in and what came out.
import { withoutTerminalCodes, withVisibleControls } from '../tree/visible-controls.ts'
import { Fold } from './Fold.tsx'
import { textOfInput } from './items.ts'
import type { ToolCallView } from './reply-view.ts'
import { subagentBranchOf } from './subagent-branch.ts'
import { argumentsText, changesOf, countLines, subjectParts, type LineChange } from './tool-words.ts'
import { useTools } from './transcript-context.ts'

interface ToolCallProps {
  readonly call: ToolCallView
  /** The run goes on: a result may still come. */
  readonly running: boolean
}

export function ToolCall({ call, running }: ToolCallProps) {
  const changes = changesOf(call.arguments)
  const { added, removed } = countLines(changes)
  const subject = subjectParts(call.arguments)
  const { result } = call
  return (
    <Fold
      id={call.id}
      line={
        <>
          <span className="tool-name">{withVisibleControls(call.name)}</span>
          <bdi className="tool-subject">
            <span className="subject-head">{subject.head}</span>
            {subject.tail !== '' && <span className="subject-tail">{subject.tail}</span>}
          </bdi>
          {changes.length > 0 && (
            <span className="num">
              <span className="text-accent">+{added}</span> <span className="text-bad">−{removed}</span>
            </span>
          )}
          {result?.isError === true && <span className="text-bad">failed</span>}
          {result === undefined && <span className="text-ink-3">{running ? 'running' : 'no result'}</span>}
        </>
      }
    >
      {() => (
        <>
          <SubagentLink call={call} />
          {changes.length > 0 ? (
            <Diff changes={changes} />
          ) : (
            <Pre label="Arguments" text={argumentsText(call.arguments)} />
          )}
          {result !== undefined && (
            <Pre
              label={result.isError === true ? 'Failed with' : 'Result'}
              text={withoutTerminalCodes(textOfInput(result.content))}
            />
          )}
        </>
      )}
    </Fold>
  )
}

/** To the branch where a subagent worked for the call; the way back is the one back to where one stands. */
function SubagentLink({ call }: { readonly call: ToolCallView }) {
  const { index, turnTo } = useTools()
  const start = subagentBranchOf(index, call)
  if (start === undefined) return null
  return (
    <button
      type="button"
      className="block cursor-pointer py-1 text-sm text-ink-2 underline decoration-line underline-offset-2 hover:text-ink"
      onClick={() => turnTo(start)}
    >
      Open the subagent’s branch
    </button>
  )
}

/** A text as a program gave it; long ones scroll inside. */
export function Pre({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure className="pre">
      <figcaption>{label}</figcaption>
      <pre tabIndex={0}>{text === '' ? 'Nothing' : text}</pre>
    </figure>
  )
}

function Diff({ changes }: { readonly changes: readonly LineChange[] }) {
  return (
    <figure className="pre">
      <figcaption>Change</figcaption>
      <pre tabIndex={0} className="diff">
        {changes.map((change, number) => (
          // reason: the changes of one call have no identity but their place
          // oxlint-disable-next-line react/no-array-index-key
          <span key={number}>
            {change.removed !== '' && <del>{marked('- ', change.removed)}</del>}
            {change.added !== '' && <ins>{marked('+ ', change.added)}</ins>}
          </span>
        ))}
      </pre>
    </figure>
  )
}

function marked(mark: string, text: string): string {
  const lines = withVisibleControls(text).replace(/\n$/, '').split('\n')
  return lines.map((line) => `${mark}${line}`).join('\n')
}
