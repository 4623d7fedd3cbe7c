// One tool call: a line, and on demand what went in and what came out.
import { withoutTerminalCodes, withVisibleControls } from '../tree/visible-controls.ts'
import { CallArguments } from './CallArguments.tsx'
import { Changes } from './ChangeView.tsx'
import { languageOfFile, languageOfResult } from './code-language.ts'
import { Fold } from './Fold.tsx'
import { textOfInput } from './items.ts'
import { Picture } from './Picture.tsx'
import { Pre } from './Pre.tsx'
import type { ToolCallView } from './reply-view.ts'
import { subagentBranchOf } from './subagent-branch.ts'
import { changesOf, countLines, subjectParts } from './tool-words.ts'
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
          {subject.head + subject.tail !== '' && (
            <bdi className="tool-subject">
              <span className="subject-head">{subject.head}</span>
              {subject.tail !== '' && <span className="subject-tail">{subject.tail}</span>}
            </bdi>
          )}
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
          <CallArguments
            tool={call.name}
            args={call.arguments}
            {...(changes.length === 0 ? {} : { leaveOut: CHANGE_NAMES })}
          />
          {changes.length > 0 && <Changes changes={changes} language={languageOfFile(call.arguments)} />}
          {result !== undefined && <Result call={call} result={result} />}
        </>
      )}
    </Fold>
  )
}

/** What a change is made of, which is shown as one. */
const CHANGE_NAMES = new Set([
  'edits',
  'oldText',
  'newText',
  'old_string',
  'new_string',
  'old_str',
  'new_str',
  'oldString',
  'newString',
])

interface ResultProps {
  readonly call: ToolCallView
  readonly result: NonNullable<ToolCallView['result']>
}

function Result({ call, result }: ResultProps) {
  const text = withoutTerminalCodes(textOfInput(result.content))
  const pictures = Array.isArray(result.content) ? result.content.filter((block) => block.type === 'image') : []
  return (
    <>
      {(text !== '' || pictures.length === 0) && (
        <Pre
          label={result.isError === true ? 'Failed with' : 'Result'}
          text={text}
          language={languageOfResult(call.name, call.arguments, text)}
        />
      )}
      {pictures.map(({ data, mimeType }, number) => (
        // reason: the pictures of one result have no identity but their place
        // oxlint-disable-next-line react/no-array-index-key
        <Picture key={number} data={data} mimeType={mimeType} />
      ))}
    </>
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
