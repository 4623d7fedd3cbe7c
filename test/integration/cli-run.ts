// Runs the command line as people and scripts do: a process of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { tempFolder } from '../support/temp-folder.ts'

export const MAIN = fileURLToPath(new URL('../../client/src/cli/main.ts', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Run {
  readonly cwd?: string
  readonly stdin?: readonly string[]
}

/** @param stdio as `spawn` takes it: pipes unless something else is said */
export function start(args: readonly string[], cwd: string, stdio: ('pipe' | number)[] = []): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], { cwd, stdio })
}

export async function run(args: readonly string[], { cwd = tempFolder(), stdin = [] }: Run = {}): Promise<Ended> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], { cwd })
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  for (const piece of stdin) await new Promise<void>((resolve) => child.stdin.write(piece, () => resolve()))
  child.stdin.end()
  const [[code], out, err] = await ended
  return { code, out, err }
}

export function file(content: string, name = 'session.jsonl', folder = tempFolder()): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

export const line = (value: object): string => `${JSON.stringify(value)}\n`
export const at = (second: number): string => new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString()
export const HEADER = line({ type: 'session', version: 3, id: 'made-up', timestamp: at(0), cwd: '/' })

export function prompt(id: string, parentId: string | null, words: string, second: number): string {
  return line({ type: 'message', id, parentId, timestamp: at(second), message: { role: 'user', content: words } })
}

export function answer(id: string, parentId: string, words: string, second: number): string {
  const message = { role: 'assistant', provider: 'p', model: 'm-1', content: [{ type: 'text', text: words }] }
  return line({ type: 'message', id, parentId, timestamp: at(second), message })
}

/** Two branches below one answer. */
export const PI =
  HEADER +
  prompt('a', null, 'Where is it?', 1) +
  answer('b', 'a', 'Here.', 2) +
  prompt('c', 'b', 'Plan A', 3) +
  prompt('d', 'b', 'Plan B', 4)

/** Conversations of ChatGPT's export, one for each title. */
export function talks(...titles: readonly string[]): object[] {
  return titles.map((title, n) => ({
    title,
    create_time: 1_767_600_000 + n,
    mapping: {
      r: { id: 'r', message: null, parent: null, children: ['u'] },
      u: {
        id: 'u',
        parent: 'r',
        children: [],
        message: {
          id: 'u',
          author: { role: 'user' },
          create_time: 1_767_600_001,
          content: { content_type: 'text', parts: [`Said in ${title}`] },
        },
      },
    },
    current_node: 'u',
    id: `c${n}`,
    conversation_id: `c${n}`,
  }))
}
