// What a call was given, for a page: names and values, longer texts as they are, a change as lines taken away and added.
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import type { CodeWriter } from './code-colors.ts'
import { escapeOutput, escapeText } from './escape.ts'

/** A longer text has a block of its own. */
const LONGEST_FIELD = 120
const OLD = ['oldText', 'old_string', 'old_str', 'oldString']
const NEW = ['newText', 'new_string', 'new_str', 'newString']
const CHANGES = new Set(['edits', ...OLD, ...NEW])
const PATHS = ['path', 'file_path', 'filePath', 'file', 'notebook_path', 'absolute_path']
const SHELLS = new Set(['command', 'cmd', 'script'])

/** '' where there is nothing to say. */
export function callArguments(args: unknown, code: CodeWriter): string {
  if (args === undefined || args === null || args === '') return ''
  if (typeof args === 'string') return code(args)
  if (!isJsonObject(args)) return code(JSON.stringify(args, null, 2), 'json')
  const change = changeText(args)
  const language = languageOfFile(args)
  let fields = ''
  let blocks = ''
  for (const [name, value] of Object.entries(args)) {
    if (change !== '' && CHANGES.has(name)) continue
    const text = typeof value === 'string' ? value : valueText(value)
    if (text.length <= LONGEST_FIELD && !text.includes('\n'))
      fields += `<div><dt>${escapeText(name)}</dt><dd>${escapeOutput(text)}</dd></div>`
    else blocks += named(name, code(text, typeof value === 'string' ? languageOf(name, language) : 'json'))
  }
  const list = fields === '' ? '' : `<dl class="args">${fields}</dl>`
  return list + blocks + (change === '' ? '' : named('Change', code(change, 'diff')))
}

function named(name: string, html: string): string {
  return `<p class="arg">${escapeText(name)}</p>${html}`
}

/** On one line where it fits there. */
function valueText(value: unknown): string {
  const line = JSON.stringify(value) ?? ''
  return line.length <= LONGEST_FIELD ? line : JSON.stringify(value, null, 2)
}

function languageOf(name: string, language: string): string {
  return SHELLS.has(name) ? 'bash' : language
}

/** The ending of the file's name; whether it is a language is for the writer of code to say. */
function languageOfFile(args: JsonObject): string {
  const path = PATHS.map((name) => stringField(args, name)).find((value) => value !== undefined) ?? ''
  return /[^/\\]\.([a-z0-9+]{1,11})$/i.exec(path)?.[1] ?? ''
}

function changeText(args: JsonObject): string {
  const edits: readonly unknown[] = Array.isArray(args['edits']) ? args['edits'] : [args]
  return edits
    .flatMap((edit) => {
      if (!isJsonObject(edit)) return []
      const [before] = OLD.flatMap((name) => stringField(edit, name) ?? [])
      const [after] = NEW.flatMap((name) => stringField(edit, name) ?? [])
      return before === undefined || after === undefined ? [] : changedLines(linesOf(before), linesOf(after))
    })
    .join('\n')
}

/** Whole lines that are the same at both ends stand around the change. */
function changedLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return [
    ...after.slice(0, head).map((line) => `  ${line}`),
    ...before.slice(head, before.length - tail).map((line) => `- ${line}`),
    ...after.slice(head, after.length - tail).map((line) => `+ ${line}`),
    ...after.slice(after.length - tail).map((line) => `  ${line}`),
  ]
}

/** A line break at the end begins no line; an empty text has none. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
