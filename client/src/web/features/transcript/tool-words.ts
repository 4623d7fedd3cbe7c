// A tool call in one line: its name, what it is about, and how many lines it adds and takes away.
import { firstWords } from '@coppice/shared'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { isRecord } from './is-record.ts'

/** A part of a text before and after, cut into what differs and the whole lines around it that do not. */
export interface LineChange {
  readonly before: string
  readonly after: string
  /** Lines that are the same at the beginning, and at the end. */
  readonly head: number
  readonly tail: number
}

/** Names tools give to the argument that says what a call is about, the most telling first. */
const TELLING = ['path', 'file_path', 'filePath', 'file', 'command', 'cmd', 'pattern', 'query', 'url', 'name', 'prompt']

/** The argument that says what the call is about, on one line; '' when none does. */
export function subjectOf(args: unknown): string {
  if (typeof args === 'string') return short(args)
  if (!isRecord(args)) return ''
  const telling = tellingOf(args)
  if (telling !== undefined) return short(telling.value)
  const first = Object.values(args).find((value) => typeof value === 'string' && value !== '')
  if (typeof first === 'string') return short(first)
  const words = TELLING.map((key) => args[key]).find(isWords)
  if (words !== undefined) return short(commandWords(words))
  return doneWords(args)
}

/** A command as the words it was called with; what a shell is given to run, without the shell. */
export function commandWords(words: readonly string[]): string {
  const [shell = '', flag = '', script] = words
  return script !== undefined && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(flag) ? script : words.join(' ')
}

export function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string')
}

/** "2 of 5 done", for a list of what is to be done. */
function doneWords(args: Readonly<Record<string, unknown>>): string {
  const list = Object.values(args)
    .map(todosOf)
    .find((todos) => todos !== undefined)
  return list === undefined ? '' : `${list.filter(({ state }) => state === 'done').length} of ${list.length} done`
}

export interface Todo {
  readonly text: string
  readonly state: 'done' | 'now' | 'open'
}

/** A list of what is to be done, as agents keep it; undefined for all else. */
export function todosOf(value: unknown): readonly Todo[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const todos = value.map((item: unknown): Todo | undefined => {
    if (!isRecord(item) || typeof item['status'] !== 'string') return undefined
    const text = item['content'] ?? item['description'] ?? item['step'] ?? item['text']
    if (typeof text !== 'string') return undefined
    const status = item['status'].toLowerCase()
    return { text, state: /^(?:completed|done)$/.test(status) ? 'done' : /progress/.test(status) ? 'now' : 'open' }
  })
  return todos.every((todo) => todo !== undefined) ? todos : undefined
}

/** Names of arguments that are a path. */
const PATHS = new Set(['path', 'file_path', 'filePath', 'file', 'notebook_path', 'absolute_path', 'dir_path'])
/** A longer name of a file is cut like any other text. */
const LONGEST_NAME = 64
const LONGEST_HEAD = 400

/** The same in two parts: what may be cut, and the name of the file, which stays; '' where all of it may be cut. */
export function subjectParts(args: unknown): { readonly head: string; readonly tail: string } {
  const path = isRecord(args) ? tellingOf(args) : undefined
  if (path === undefined || !PATHS.has(path.key)) return { head: subjectOf(args), tail: '' }
  const text = withVisibleControls(path.value.replaceAll(/\s+/g, ' '))
  const at = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1
  if (at === 0 || text.length - at > LONGEST_NAME) return { head: subjectOf(args), tail: '' }
  return { head: text.slice(0, Math.min(at, LONGEST_HEAD)), tail: text.slice(at) }
}

/** What an edit replaces by what, for tools that say so; [] for all others. */
export function changesOf(args: unknown): readonly LineChange[] {
  if (!isRecord(args)) return []
  const edits: readonly unknown[] = Array.isArray(args['edits']) ? args['edits'] : [args]
  return edits.flatMap((edit) => {
    if (!isRecord(edit)) return []
    const before = edit['oldText'] ?? edit['old_string'] ?? edit['old_str'] ?? edit['oldString']
    const after = edit['newText'] ?? edit['new_string'] ?? edit['new_str'] ?? edit['newString']
    return typeof before === 'string' && typeof after === 'string' ? [changeOf(before, after)] : []
  })
}

function changeOf(before: string, after: string): LineChange {
  const old = linesOfText(before)
  const now = linesOfText(after)
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  return { before, after, head, tail }
}

/** A line break at the end begins no line; an empty text has none. */
export function linesOfText(text: string): readonly string[] {
  return text === '' ? [] : withVisibleControls(text).replace(/\n$/, '').split('\n')
}

/** Lines added and taken away by all changes together. */
export function countLines(changes: readonly LineChange[]): { readonly added: number; readonly removed: number } {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0)
  return {
    added: sum(changes.map(({ after, head, tail }) => linesOfText(after).length - head - tail)),
    removed: sum(changes.map(({ before, head, tail }) => linesOfText(before).length - head - tail)),
  }
}

function tellingOf(
  args: Readonly<Record<string, unknown>>,
): { readonly key: string; readonly value: string } | undefined {
  for (const key of TELLING) {
    const value = args[key]
    if (typeof value === 'string' && value !== '') return { key, value }
  }
  return undefined
}

function short(text: string): string {
  return withVisibleControls(firstWords(text.slice(0, 400), 120))
}
