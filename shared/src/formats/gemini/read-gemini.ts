// Chat files of Gemini CLI: one JSON object, or since 0.40 a log of JSON lines.
import { SessionError } from '../../errors.ts'
import type { EntryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { readSeveral } from '../build/several.ts'
import { isoTime } from '../build/times.ts'
import { openText } from '../chain/spread.ts'
import { firstText } from '../chain/value-text.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { ReportBuilder } from '../import-report.ts'
import { isJsonObject, parseJsonObject, type JsonObject } from '../json/json.ts'
import { readJsonRecords, type RecordStyle } from '../json/records.ts'
import { addTurn, turnIds } from '../turns/add-turn.ts'
import { besideOf, payloadsOf } from './payloads.ts'
import { isTalk, Replay } from './replay.ts'

const FORMAT = { name: 'gemini', title: 'Gemini CLI session' } as const
const MAX_DETECTED_LINES = 20

const STYLE: RecordStyle = {
  starts: ['{"id":', '{"$set":', '{"$rewindTo":', '{"sessionId":'],
  isWhole: (value) =>
    (typeof value['id'] === 'string' && typeof value['type'] === 'string' && 'timestamp' in value) ||
    isJsonObject(value['$set']) ||
    '$rewindTo' in value ||
    'sessionId' in value,
}

export const geminiReader: FormatReader<'gemini'> = {
  ...FORMAT,
  detect(head) {
    if (!/^\s*[[{]/.test(head)) return false
    if (/"projectHash"\s*:/.test(head) && /"sessionId"\s*:/.test(head)) return true
    // A log whose first line was lost.
    return head.split('\n', MAX_DETECTED_LINES).some((line) => {
      const record = parseJsonObject(line)
      if (record === undefined) return false
      if (isJsonObject(record['$set'])) return 'lastUpdated' in record['$set']
      return record['type'] === 'gemini' && typeof record['id'] === 'string' && 'timestamp' in record
    })
  },
  *read(chunks, options) {
    const opened = openText(chunks)
    if (!opened.isSpread && !opened.isOneLine) {
      yield readLog(opened.chunks, options)
      return
    }
    yield* readSeveral(opened.chunks, FORMAT.title, {
      isConversation: (value) => Array.isArray(value['messages']) || 'projectHash' in value,
      readConversation: (value) => readObject(value, options),
    })
  },
}

function readObject(value: JsonObject, options: ReadOptions): ImportedSession {
  const report = new ReportBuilder()
  const replay = new Replay(report)
  const { messages, ...header } = value
  replay.header = header
  for (const [at, message] of (Array.isArray(messages) ? messages : []).entries()) {
    report.countRecord()
    if (isJsonObject(message)) replay.read(message, at + 1)
    else report.note('leftOut', `Message ${at + 1} is no message.`)
  }
  return sessionOf(replay, options, report, 'JSON')
}

function readLog(chunks: Iterable<string>, options: ReadOptions): ImportedSession {
  const report = new ReportBuilder()
  const replay = new Replay(report)
  for (const { value, line, text } of readJsonRecords(chunks, report, STYLE)) replay.read(value, line, text)
  if (replay.messages.size === 0 && !('sessionId' in replay.header)) throw notASession()
  return sessionOf(replay, options, report, 'JSON lines')
}

function sessionOf(replay: Replay, options: ReadOptions, report: ReportBuilder, version: string): ImportedSession {
  const { header } = replay
  const builder = new SessionBuilder(FORMAT, options, firstText(header, 'sessionId') ?? '', report)
  const messages = [...replay.messages.values()].map((message) => {
    const payloads = payloadsOf(message.value)
    const own = (message.id === undefined ? undefined : builder.idOf(message.id)) ?? builder.derive('text', message.key)
    return { ...message, payloads, ids: turnIds(message.key, own, payloads.length, builder) }
  })
  const tails = new Map(messages.map(({ key, ids }) => [key, ids.at(-1) ?? null]))
  const opening = messages.find(({ value }) => isTalk(value))?.ids[0] ?? messages[0]?.ids[0] ?? null
  const headed = messages.find(({ payloads }) => payloads[0]?.['type'] !== 'custom')?.key
  for (const { key, id, value, text, parent, line, payloads, ids } of messages) {
    const above = parent === null ? null : (tails.get(parent) ?? null)
    const isNote = !isTalk(value)
    const parentId = above ?? (isNote && ids[0] !== opening ? opening : null)
    const isWhole = text !== undefined && payloads.length === 1
    addTurn(
      builder,
      {
        parentId,
        timestamp: isoTime(value['timestamp']),
        line,
        record: value,
        ...(id === undefined ? {} : { recordId: id }),
        beside: { ...besideOf(value), ...(key === headed ? { session: header } : {}) },
        ...(isWhole ? { text } : {}),
      },
      ids,
      payloads,
    )
  }
  const leafId: EntryId | null = replay.cursor === null ? null : (tails.get(replay.cursor) ?? null)
  const session = builder.finish({
    line: 1,
    title: firstText(header, 'summary'),
    createdAt: isoTime(header['startTime']),
    version,
    leafId,
  })
  return leafId === null ? { ...session, leafId: null } : session
}

function notASession(): SessionError {
  return new SessionError(
    'invalid_file',
    'No line of this file is a message of Gemini CLI. Choose a session-… file of ~/.gemini/tmp/<project>/chats.',
    { details: { line: 1 } },
  )
}
