// The kinds of files that commands take by name: what each name means, and an example of it.
import { FORMATS, type FormatName } from '@coppice/shared/formats'
import { InvalidArgumentError, Option } from 'commander'

export const TARGETS = ['pi', 'markdown', 'html', 'json'] as const
export type Target = (typeof TARGETS)[number]

/** By the ending of a file that is to be written. */
export const TARGET_ENDINGS: ReadonlyMap<string, Target> = new Map([
  ['.jsonl', 'pi'],
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.json', 'json'],
])

/** Finds out by the content. */
const AUTO = 'auto'

/** Without choices of commander's, which would list the names a second time. */
export function fromOption(): Option {
  const names = [AUTO, ...FORMATS.map(({ name }) => name)]
  return new Option('--from <format>', 'read it as this format, by its name below')
    .argParser((name) => oneOf(names, name))
    .default(AUTO)
}

export function toOption(): Option {
  return new Option('--to <format>', 'the kind of file, by its name below, where the ending does not say it').argParser(
    (name) => oneOf(TARGETS, name),
  )
}

function oneOf<Name extends string>(names: readonly Name[], given: string): Name {
  const found = names.find((name) => name === given)
  if (found !== undefined) return found
  throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.`)
}

/** Where such files are found, or what they are called. */
const FOUND: Readonly<Record<FormatName, string>> = {
  coppice: 'session.json',
  'pi-v4': 'session-v4.jsonl',
  pi: '~/.pi/agent/sessions/<project>/<time>_<id>.jsonl',
  'pi-html': 'pi-session-<time>.html',
  'claude-code': '~/.claude/projects/<project>/<id>.jsonl',
  codex: '~/.codex/sessions/<date>/rollout-<time>-<id>.jsonl',
  'claude-ai': 'conversations.json',
  opencode: 'opencode export <id> > session.json',
  gemini: '~/.gemini/tmp/<project>/chats/session-<time>.json',
  chatgpt: 'conversations.json',
  librechat: '<title>.json',
  'open-webui': 'chat-export-<time>.json',
  loom: 'data/<tree>.json',
  sillytavern: 'data/<user>/chats/<character>/<chat>.jsonl',
  messages: 'request.json',
}

const WRITTEN: Readonly<Record<Target, readonly [what: string, example: string]>> = {
  pi: ['a session that Pi opens', 'coppice convert conversations.json session.jsonl'],
  markdown: ['one branch to read', 'coppice convert session.jsonl branch.md'],
  html: ['a page with every branch', 'coppice convert session.jsonl session.html'],
  json: ['everything, to import again', 'coppice convert session.jsonl session.json'],
}

export function sourcesHelp(example: string): string {
  const rows = FORMATS.map(({ name, title }) => [name, title, FOUND[name]])
  return `\nNames for --from, and where such files are found (${AUTO} finds out by the content):\n${table(rows)}\n\nExample: ${example}\n`
}

export function targetsHelp(): string {
  return `\nNames for --to, each with an example:\n${table(TARGETS.map((name) => [name, ...WRITTEN[name]]))}\n`
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)) + 2)
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('')}`).join('\n')
}
