// One session after the other from a JSON file that may hold many, with what is damaged in the report of a neighbour.
import { SessionError } from '../../errors.ts'
import type { ImportedSession } from '../format.ts'
import type { Note } from '../import-report.ts'
import { readElements } from '../json/elements.ts'
import type { JsonObject } from '../json/json.ts'

export interface ConversationReader {
  /** Whether an object is a whole conversation of this format, however odd; not a part of one. */
  isConversation(value: JsonObject): boolean
  /** The conversations inside an object that is none itself, where files of the format wrap them. */
  unwrap?(value: JsonObject): readonly JsonObject[]
  /** @param place 0-based, of the conversations that can be read; @param line 1-based, where it starts */
  readConversation(value: JsonObject, place: number, line: number): ImportedSession
}

/**
 * Lazily: two conversations are held at most. Throws `invalid_file` when there is none.
 * @param formatTitle for people, as in "ChatGPT export"
 */
export function* readSeveral(
  chunks: Iterable<string>,
  formatTitle: string,
  reader: ConversationReader,
): Generator<ImportedSession> {
  let held: ImportedSession | undefined
  let place = 0
  let damages: Note[] = []
  const conversationsIn = (value: JsonObject): readonly JsonObject[] =>
    reader.isConversation(value) ? [value] : (reader.unwrap?.(value) ?? [])
  for (const found of readElements(chunks, (value) => conversationsIn(value).length > 0)) {
    if (found.kind === 'damage') {
      damages.push({ line: found.line, message: found.message })
      continue
    }
    const cut = found.isCut ? [cutNote(found.line)] : []
    for (const conversation of conversationsIn(found.value)) {
      if (held !== undefined) yield held
      held = withDamage(reader.readConversation(conversation, place, found.line), [...damages, ...cut])
      place += 1
      damages = []
    }
  }
  if (held === undefined) throw nothingReadable(formatTitle, damages)
  yield withDamage(held, damages)
}

function cutNote(line: number): Note {
  return {
    line,
    message: `The conversation that starts on line ${line} is damaged or cut off: what stands before the damage was kept.`,
  }
}

/** What is damaged around a session or in it: its report says so, and whoever takes other sessions of the file can. */
export function withDamage(session: ImportedSession, notes: readonly Note[]): ImportedSession {
  if (notes.length === 0) return session
  const { report, damage = [] } = session
  return {
    ...session,
    report: { ...report, leftOut: [...report.leftOut, ...notes] },
    damage: [...damage, ...notes],
  }
}

function nothingReadable(formatTitle: string, damages: readonly Note[]): SessionError {
  const line = damages[0]?.line ?? 1
  const why = damages[0]?.message ?? 'It holds no conversation.'
  const article = /^[aeiou]/i.test(formatTitle) ? 'an' : 'a'
  const message = `Nothing in this file can be read as ${article} ${formatTitle}. ${why} Export it again and import that file.`
  return new SessionError('invalid_file', message, { details: { line } })
}
