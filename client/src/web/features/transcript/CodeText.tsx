// Code in colours: plain at first, and coloured when the worker has answered. Nothing moves by it.
import { useEffect, useState } from 'react'
import type { CodeRun } from './code-runs.ts'
import { LONGEST_COLOURED } from './code-limits.ts'
import { pageColourer } from './page-colourer.ts'

/** What only passes by, or is still being written, is not asked for. */
const REST_MS = 120

interface CodeTextProps {
  readonly text: string
  /** As it stands behind the fence; '' for none. */
  readonly language: string
}

export function CodeText({ text, language }: CodeTextProps) {
  const runs = useColours(text, language)
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

function useColours(text: string, language: string): readonly CodeRun[] {
  const [found, setFound] = useState<{ readonly text: string; readonly runs: readonly CodeRun[] }>()
  const name = language.toLowerCase()
  const isAsked = name !== '' && text.length <= LONGEST_COLOURED
  useEffect(() => {
    if (!isAsked) return undefined
    let letGo = (): void => undefined
    const timer = setTimeout(() => {
      letGo = pageColourer.ask(text, name, (runs) => {
        if (runs !== undefined) setFound({ text, runs })
      })
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      letGo()
    }
  }, [text, name, isAsked])
  const known = isAsked ? pageColourer.known(text, name) : undefined
  if (known !== undefined) return known
  // Code that is still being written keeps the colours it has.
  if (found !== undefined && text.startsWith(found.text))
    return [...found.runs, { text: text.slice(found.text.length), kind: undefined }]
  return [{ text, kind: undefined }]
}
