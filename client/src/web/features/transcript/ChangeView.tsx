// What an edit changes, line by line, in the colours of its file: what was, what is now, and the lines around both.
import { joinLines, linesOfRuns } from './code-lines.ts'
import { CodeRuns } from './CodeText.tsx'
import { linesOfText, type LineChange } from './tool-words.ts'
import { useColours } from './use-colours.ts'

interface ChangesProps {
  readonly changes: readonly LineChange[]
  readonly language: string
}

export function Changes({ changes, language }: ChangesProps) {
  return (
    <figure className="pre">
      <figcaption>{changes.length === 1 ? 'Change' : 'Changes'}</figcaption>
      <pre tabIndex={0} className="diff">
        {changes.map((change, number) => (
          // reason: the changes of one call have no identity but their place
          // oxlint-disable-next-line react/no-array-index-key
          <Change key={number} change={change} language={language} />
        ))}
      </pre>
    </figure>
  )
}

function Change({ change, language }: { readonly change: LineChange; readonly language: string }) {
  const { before, after, head, tail } = change
  const old = useLines(before, language)
  const now = useLines(after, language)
  const marked = (lines: ReturnType<typeof useLines>, mark: string) => (
    <CodeRuns runs={joinLines(lines, () => mark, undefined)} />
  )
  return (
    <span className="change">
      {head > 0 && <span className="same">{marked(now.slice(0, head), '  ')}</span>}
      {old.length > head + tail && <del>{marked(old.slice(head, old.length - tail), '- ')}</del>}
      {now.length > head + tail && <ins>{marked(now.slice(head, now.length - tail), '+ ')}</ins>}
      {tail > 0 && <span className="same">{marked(now.slice(now.length - tail), '  ')}</span>}
    </span>
  )
}

function useLines(text: string, language: string) {
  const lines = linesOfText(text)
  const runs = useColours(lines.join('\n'), language)
  return lines.length === 0 ? [] : linesOfRuns(runs)
}
