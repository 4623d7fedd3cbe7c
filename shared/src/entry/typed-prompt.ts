// What Claude Code puts around and before what a person typed, in tags: taken apart, so that the person's words are
// read. Nothing is lost by it: the prompt as the model is given it stays one line away in the transcript.
import type { Entry } from './entry.ts'

export interface TypedPrompt {
  /** What the person typed: words, or a command with its arguments; '' where a tool wrote all of it. */
  readonly typed: string
  /** What a command that the person ran put out. */
  readonly output: string
  /** What the tool added. */
  readonly aside: string
}

/** What the whole prompt is called where it stands beside what was typed. */
export const GIVEN_WORDS = 'As the model is given it'

type Part = 'command' | 'arguments' | 'shell' | 'output' | 'aside'

const TAGS: ReadonlyMap<string, Part> = new Map([
  ['command-name', 'command'],
  ['command-args', 'arguments'],
  ['command-message', 'aside'],
  ['bash-input', 'shell'],
  ['bash-stdout', 'output'],
  ['bash-stderr', 'output'],
  ['local-command-stdout', 'output'],
  ['local-command-stderr', 'output'],
  ['local-command-caveat', 'aside'],
  ['ide_opened_file', 'aside'],
  ['ide_selection', 'aside'],
  ['ide_diagnostics', 'aside'],
  ['system-reminder', 'aside'],
])

/** Sticky: it is tried at one place of a text, which is never cut to get there. */
const OPENING = /\s*<([a-z][\w-]*)>/y

/** Undefined for a text that begins with none of its tags, and for whatever Claude Code did not write. O(text). */
export function typedPromptOf(entry: Entry, text: string): TypedPrompt | undefined {
  if (entry.source?.format !== 'claude-code') return undefined
  const parts = new Map<Part, string[]>()
  let at = 0
  for (;;) {
    OPENING.lastIndex = at
    const [opening, tag] = OPENING.exec(text) ?? []
    const part = tag === undefined ? undefined : TAGS.get(tag)
    if (opening === undefined || part === undefined) break
    const end = text.indexOf(`</${tag}>`, at + opening.length)
    if (end === -1) break
    const said = text.slice(at + opening.length, end).trim()
    if (said !== '') parts.set(part, [...(parts.get(part) ?? []), said])
    at = end + `</${tag}>`.length
  }
  if (at === 0) return undefined
  const all = (part: Part): string => (parts.get(part) ?? []).join(part === 'arguments' ? ' ' : '\n')
  const command = [all('command'), all('arguments')].filter((words) => words !== '').join(' ')
  const shell = all('shell') === '' ? '' : `! ${all('shell')}`
  const typed = [command, shell, text.slice(at).trim()].filter((words) => words !== '').join('\n')
  return { typed, output: all('output'), aside: all('aside') }
}
