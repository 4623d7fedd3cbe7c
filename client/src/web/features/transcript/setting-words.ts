// Settings that follow each other, in words: what one setting went through is one phrase.
import type { Entry } from '@coppice/shared'
import { lineFor } from '../tree/entry-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'

/** "Model: a → b · Thinking: high" */
export function settingWords(entries: readonly Entry[]): string {
  const phrases: { type: Entry['type']; words: string }[] = []
  for (const entry of entries) {
    const last = phrases.at(-1)
    const value = valueOf(entry)
    if (value !== undefined && last?.type === entry.type) last.words = `${last.words} → ${value}`
    else phrases.push({ type: entry.type, words: phraseOf(entry) })
  }
  return phrases.map(({ words }) => words).join(' · ')
}

function valueOf(entry: Entry): string | undefined {
  if (entry.type === 'model_change') return withVisibleControls(entry.modelId)
  if (entry.type === 'thinking_level_change') return withVisibleControls(entry.thinkingLevel ?? 'off')
  return undefined
}

function phraseOf(entry: Entry): string {
  if (entry.type === 'context_edit')
    return entry.replacement === null ? 'An entry left out of the context' : 'An entry replaced in the context'
  return lineFor(entry)
}
