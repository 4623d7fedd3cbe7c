// A tool call in one line: its name, what it is about, and how many lines it adds and takes away.
import { firstWords } from '@coppice/shared'
import { withVisibleControls } from '../tree/visible-controls.ts'

export interface LineChange {
  readonly removed: string
  readonly added: string
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
  return typeof first === 'string' ? short(first) : ''
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
    const removed = edit['oldText'] ?? edit['old_string']
    const added = edit['newText'] ?? edit['new_string']
    return typeof removed === 'string' && typeof added === 'string' ? [{ removed, added }] : []
  })
}

/** Lines added and taken away by all changes together. */
export function countLines(changes: readonly LineChange[]): { readonly added: number; readonly removed: number } {
  const lines = (text: string): number => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length)
  return {
    added: changes.reduce((sum, change) => sum + lines(change.added), 0),
    removed: changes.reduce((sum, change) => sum + lines(change.removed), 0),
  }
}

/** Arguments as they were given, to be read. */
export function argumentsText(args: unknown): string {
  return withVisibleControls(typeof args === 'string' ? args : (JSON.stringify(args, null, 2) ?? ''))
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
