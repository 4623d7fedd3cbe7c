// A plain list of messages as one sends it to OpenAI's or Anthropic's API: alone, inside a request, or many of them.
import { SessionError } from '../../errors.ts'
import { withDamage } from '../build/several.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import type { Note } from '../import-report.ts'
import { readElements } from '../json/elements.ts'
import { hasRole, isMessagesHead, messagesIn } from './shape.ts'
import { FORMAT, Talk } from './talk.ts'

export const messagesReader: FormatReader<'messages'> = {
  ...FORMAT,
  detect: isMessagesHead,
  read: readTalks,
}

/** Loose messages are one talk; every object with a list is one of its own. One is held at a time, and one being read. */
function* readTalks(chunks: Iterable<string>, options: ReadOptions): Generator<ImportedSession> {
  let talk: Talk | undefined
  let damages: Note[] = []
  /** Of the talk and of what stands before it. */
  let told: Note[] = []
  for (const found of readElements(chunks, (value) => hasRole(value) || messagesIn(value) !== undefined)) {
    if (found.kind === 'damage') {
      damages.push({ line: found.line, message: found.message })
      continue
    }
    const { value, line, isCut } = found
    const isTalk = messagesIn(value) !== undefined
    if (talk !== undefined && (isTalk || !talk.isLoose)) {
      yield withDamage(talk.finish(), told)
      talk = undefined
      told = []
    }
    if (isTalk) talk = Talk.of(value, options, line)
    else {
      talk ??= new Talk(options)
      talk.add(value, line)
    }
    const message = `What starts on line ${line} is damaged or cut off: what stands before the damage was kept.`
    told.push(...(isCut ? [{ line, message }] : []), ...damages)
    damages = []
  }
  if (talk === undefined) throw nothingReadable(damages)
  yield withDamage(talk.finish(), [...told, ...damages])
}

function nothingReadable(damages: readonly Note[]): SessionError {
  const why = damages[0]?.message ?? 'It holds no message.'
  const message = `Nothing in this file can be read as a list of messages. ${why} Choose a list of { role, content }.`
  return new SessionError('invalid_file', message, { details: { line: damages[0]?.line ?? 1 } })
}
