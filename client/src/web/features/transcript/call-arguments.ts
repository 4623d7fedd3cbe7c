// The arguments of a call in words: short ones as a name and a value, longer ones as text with its own line breaks.
import { withVisibleControls } from '../tree/visible-controls.ts'
import { isCommand, languageOfArgument, languageOfText } from './code-language.ts'
import { isRecord } from './is-record.ts'
import { commandWords, isWords, todosOf, type Todo } from './tool-words.ts'

export type Argument =
  | { readonly kind: 'field'; readonly name: string; readonly text: string }
  | { readonly kind: 'block'; readonly name: string; readonly text: string; readonly language: string }
  | { readonly kind: 'todos'; readonly name: string; readonly todos: readonly Todo[] }

/** A longer text has a block of its own. */
const LONGEST_FIELD = 120
const TODO_MARKS = { done: '✓', now: '▸', open: '·' } as const

/** In the order of the call. `leaveOut` names those that are shown otherwise. */
export function argumentsOf(tool: string, args: unknown, leaveOut: ReadonlySet<string> = NONE): readonly Argument[] {
  if (args === undefined || args === null) return []
  if (typeof args === 'string') return args === '' ? [] : [block('Arguments', args, languageOfText(args))]
  if (!isRecord(args)) return [block('Arguments', json(args), 'json')]
  return Object.entries(args).flatMap(([name, value]) =>
    leaveOut.has(name) ? [] : [argumentOf(tool, args, withVisibleControls(name), value)],
  )
}

const NONE: ReadonlySet<string> = new Set()

export function todoLine({ text, state }: Todo): string {
  return `${TODO_MARKS[state]} ${withVisibleControls(text)}`
}

function argumentOf(tool: string, args: unknown, name: string, value: unknown): Argument {
  const words = typeof value === 'string' ? value : isWords(value) ? wordsOf(name, value) : undefined
  if (words !== undefined)
    return words.includes('\n') || words.length > LONGEST_FIELD
      ? block(name, words, languageOfArgument(tool, args, name, words))
      : { kind: 'field', name, text: withVisibleControls(words) }
  const todos = todosOf(value)
  if (todos !== undefined) return { kind: 'todos', name, todos }
  const text = json(value)
  return text.length > LONGEST_FIELD || text.includes('\n')
    ? block(name, text, 'json')
    : { kind: 'field', name, text: withVisibleControls(text) }
}

/** A command on one line; other words too, unless one of them is more than a word. */
function wordsOf(name: string, words: readonly string[]): string {
  if (isCommand(name)) return commandWords(words)
  return words.some((word) => /\s/.test(word)) ? words.join('\n') : words.join(' ')
}

function block(name: string, text: string, language: string): Argument {
  return { kind: 'block', name, text: withVisibleControls(text), language }
}

/** On one line where it fits there. */
function json(value: unknown): string {
  const line = JSON.stringify(value) ?? ''
  return line.length <= LONGEST_FIELD ? line : (JSON.stringify(value, null, 2) ?? '')
}
