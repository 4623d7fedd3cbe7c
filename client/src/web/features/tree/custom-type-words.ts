// What the types that the readers of other tools give to an entry are called for people; others are called as they are.
import { withVisibleControls } from './visible-controls.ts'

const WORDS: ReadonlyMap<string, string> = new Map([
  ['chatgpt.hidden', 'Not shown by ChatGPT'],
  ['chatgpt.tool', 'Tool output'],
  ['claude-code.meta', 'Written by Claude Code'],
  ['codex.agent-message', 'Message from an agent'],
  ['codex.context', 'Written by Codex'],
  ['loom.empty', 'A piece without words'],
  ['messages.tool', 'Tool output'],
  ['opencode.synthetic', 'Written by opencode'],
  ['sillytavern.hidden', 'Hidden from the model'],
])

export function customTypeWords(customType: string): string {
  return WORDS.get(customType) ?? withVisibleControls(customType)
}
