// What a session from a file is called.
import type { Entry } from '../../entry/entry.ts'
import type { ImportedSession, ReadOptions } from '../format.ts'
import { isJsonObject } from '../json/json.ts'

const MAX_TITLE_LENGTH = 80

/** The session's last name, else the title that was asked for, else the first words of a person, else those of an answer, else the file's name. */
export function titleOf(
  entries: readonly Entry[],
  { title, fileName }: Pick<ReadOptions, 'title' | 'fileName'>,
): string {
  const info = entries.findLast((entry) => entry.type === 'session_info')
  const name = info?.type === 'session_info' ? info.name : undefined
  const words = firstWords(entries, 'user') ?? firstWords(entries, 'assistant')
  return (
    shortTitle(name) ??
    shortTitle(title) ??
    shortTitle(words) ??
    titleWithoutWords(fileName === undefined ? {} : { fileName })
  )
}

/** What is left where a session has neither name nor words: the same for all of a file. */
function titleWithoutWords({ title, fileName }: Pick<ReadOptions, 'title' | 'fileName'>): string {
  const file = fileName?.replace(/^.*[/\\]/, '').replace(/\.(?:jsonl?|html?|txt)$/i, '')
  return shortTitle(title) ?? shortTitle(file) ?? 'Imported session'
}

/**
 * Sessions of one file that are named by nothing of their own have their place behind the name, from the second on:
 * that there are several shows only then.
 */
export function* toldApart(
  sessions: Iterable<ImportedSession>,
  options: Pick<ReadOptions, 'title' | 'fileName'>,
): Generator<ImportedSession> {
  const shared = titleWithoutWords(options)
  let place = 0
  for (const session of sessions) {
    place += 1
    yield place > 1 && session.title === shared ? { ...session, title: `${shared} (${place})` } : session
  }
}

function firstWords(entries: readonly Entry[], role: string): string | undefined {
  for (const entry of entries) {
    if (entry.type !== 'message' || entry.message.role !== role) continue
    const content: unknown = entry.message.content
    const blocks: readonly unknown[] = Array.isArray(content) ? content : []
    const texts = typeof content === 'string' ? [content] : blocks.map((block) => textOf(block))
    const text = texts.join(' ').trim()
    if (text !== '') return text
  }
  return undefined
}

function textOf(block: unknown): string {
  return isJsonObject(block) && typeof block['text'] === 'string' ? block['text'] : ''
}

/** One line of at most 80 characters, or undefined when nothing is left. */
export function shortTitle(text: string | null | undefined): string | undefined {
  const line = (text ?? '').toWellFormed().replaceAll(/\s+/g, ' ').trim()
  if (line === '') return undefined
  return line.length <= MAX_TITLE_LENGTH
    ? line
    : `${line
        .slice(0, MAX_TITLE_LENGTH - 1)
        .toWellFormed()
        .trimEnd()}…`
}
