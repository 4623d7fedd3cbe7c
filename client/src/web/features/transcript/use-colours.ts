// The colours of a piece of code, asked for when it has rested on the screen.
import { useEffect, useState } from 'react'
import { LONGEST_COLOURED } from './code-limits.ts'
import type { CodeRun } from './code-runs.ts'
import { pageColourer } from './page-colourer.ts'

/** What only passes by, or is still being written, is not asked for. */
const REST_MS = 120

/** The runs are the text, in order: one in the ink of all code until the worker has answered. */
export function useColours(text: string, language: string): readonly CodeRun[] {
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
