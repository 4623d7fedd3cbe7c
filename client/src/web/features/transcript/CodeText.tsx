// Code in colours: plain at first, and coloured when the worker has answered. Nothing moves by it.
import { joinLines, linesOfRuns } from './code-lines.ts'
import type { CodeRun } from './code-runs.ts'
import { numberedCodeOf } from './numbered-lines.ts'
import { useColours } from './use-colours.ts'
import { useMemo } from 'react'

interface CodeTextProps {
  readonly text: string
  /** As it stands behind the fence, or as the ending of a file; '' for none. */
  readonly language: string
}

export function CodeText({ text, language }: CodeTextProps) {
  return <CodeRuns runs={useColours(text, language)} />
}

/** A file as a tool shows it: the numbers of its lines stay beside them and are no part of the code. */
export function NumberedCodeText({ text, language }: CodeTextProps) {
  const { head, prefixes, code, tail } = useMemo(() => numberedCodeOf(text), [text])
  const runs = useColours(code, language)
  if (prefixes.length === 0) return <CodeRuns runs={runs} />
  return (
    <>
      {head}
      <CodeRuns runs={joinLines(linesOfRuns(runs), (line) => prefixes[line] ?? '', 'comment')} />
      {tail}
    </>
  )
}

export function CodeRuns({ runs }: { readonly runs: readonly CodeRun[] }) {
  return runs.map(({ text: words, kind }, number) =>
    kind === undefined ? (
      words
    ) : (
      // reason: the runs of a text have no identity but their place
      // oxlint-disable-next-line react/no-array-index-key
      <span key={number} className={`code-${kind}`}>
        {words}
      </span>
    ),
  )
}
