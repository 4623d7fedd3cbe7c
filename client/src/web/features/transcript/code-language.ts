// In which language a text is probably written, told by the name of its file or by how it begins; '' for none.
import { isRecord } from './is-record.ts'

/** Names of arguments that are a path. */
const PATH_NAMES = ['path', 'file_path', 'filePath', 'file', 'notebook_path', 'absolute_path']
/** Endings that are not themselves the name of their language. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['jsonl', 'json'],
  ['ipynb', 'json'],
  ['webmanifest', 'json'],
  ['vue', 'html'],
  ['svelte', 'html'],
  ['scss', 'css'],
  ['less', 'css'],
  ['cfg', 'ini'],
  ['conf', 'ini'],
  ['env', 'ini'],
  ['txt', ''],
  ['log', ''],
  ['csv', ''],
  ['lock', ''],
])
const NAMES: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'dockerfile'],
  ['makefile', 'makefile'],
  ['.bashrc', 'bash'],
  ['.zshrc', 'bash'],
  ['.env', 'ini'],
  ['.gitconfig', 'ini'],
])
const READERS = new Set(['read', 'readfile', 'view', 'viewfile', 'openfile', 'cat', 'readtextfile', 'fsread'])
const SHELLS = new Set(['command', 'cmd', 'script'])
/** Arguments that are the text of the file which the call names, or a part of it. */
const FILE_TEXTS = new Set([
  'content',
  'contents',
  'file_text',
  'new_string',
  'old_string',
  'new_str',
  'old_str',
  'newText',
  'oldText',
  'new_source',
])
const PATCH = /^(?:\*\*\* Begin Patch|diff --git |--- \S|Index: )/

/** An ending or a name; whether it can be coloured is for the colourer to say. */
export function languageOfPath(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  const known = NAMES.get(name)
  if (known !== undefined) return known
  const ending = /.\.([a-z0-9+]{1,11})$/.exec(name)?.[1] ?? ''
  return ENDINGS.get(ending) ?? ending
}

/** Of the file that a call is about. */
export function languageOfFile(args: unknown): string {
  if (!isRecord(args)) return ''
  const path = PATH_NAMES.map((name) => args[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof path === 'string' ? languageOfPath(path) : ''
}

/** Of what a call answered: a file that was read, a patch, JSON. */
export function languageOfResult(tool: string, args: unknown, text: string): string {
  const name = tool.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (READERS.has(name)) {
    const language = languageOfFile(args)
    if (language !== '') return language
  }
  return languageOfText(text)
}

/** Of one of the arguments of a call. */
export function languageOfArgument(tool: string, args: unknown, name: string, text: string): string {
  if (PATCH.test(text)) return 'diff'
  if (isCommand(name)) return 'bash'
  if (FILE_TEXTS.has(name)) return languageOfFile(args)
  if (name === 'code') return tool.toLowerCase()
  return languageOfText(text)
}

/** Whether an argument of that name is given to a shell. */
export function isCommand(name: string): boolean {
  return SHELLS.has(name)
}

/** Where the text itself makes it plain. */
export function languageOfText(text: string): string {
  if (PATCH.test(text)) return 'diff'
  const trimmed = text.trim()
  const isJson = /^(?:\{\s*"|\[\s*[[{"])/.test(trimmed) && /[}\]]$/.test(trimmed)
  return isJson ? 'json' : ''
}
