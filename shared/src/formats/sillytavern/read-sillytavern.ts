// SillyTavern's chats: JSON lines, one place of the talk each, with every answer that was generated there.
import type { Entry } from '../../entry/entry.ts'
import { isTimed } from '../../entry/base.ts'
import { SessionError } from '../../errors.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { MAX_TIME_MS } from '../build/times.ts'
import { contentHash } from '../derived-id.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { ReportBuilder } from '../import-report.ts'
import { isJsonObject, parseJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { readJsonRecords, type JsonRecord, type RecordStyle } from '../json/records.ts'
import { addTurn, turnIds } from '../turns/add-turn.ts'
import { payloadsOf } from './payloads.ts'
import { nameIn, speakerIn } from './speaker.ts'
import { swipesOf, type Swipe } from './swipes.ts'
import { timeOf } from './time.ts'

const FORMAT = { name: 'sillytavern', title: 'SillyTavern chat' } as const
const MAX_DETECTED_LINES = 20
const STYLE: RecordStyle = {
  starts: ['{"name":', '{"user_name":', '{"chat_metadata":'],
  isWhole: (value) => isHeader(value) || isPlace(value),
}

export const sillytavernReader: FormatReader<'sillytavern'> = {
  ...FORMAT,
  detect(head) {
    return head.split('\n', MAX_DETECTED_LINES).some((line) => {
      const record = parseJsonObject(line)
      if (record !== undefined) return isHeader(record) || (isPlace(record) && 'is_user' in record)
      return /^\{"(?:user_name|name|chat_metadata)":/.test(line) && /"mes":"|"character_name":"/.test(line)
    })
  },
  *read(chunks, options) {
    yield readChat(chunks, options)
  },
}

function isHeader(value: JsonObject): boolean {
  return typeof value['user_name'] === 'string' || isJsonObject(value['chat_metadata'])
}

function isPlace(value: JsonObject): boolean {
  return typeof value['mes'] === 'string'
}

function readChat(chunks: Iterable<string>, options: ReadOptions): ImportedSession {
  const report = new ReportBuilder()
  const records = [...readJsonRecords(chunks, report, STYLE)]
  const header = records.find(({ value }) => isHeader(value) && !isPlace(value))?.value ?? {}
  const metadata = isJsonObject(header['chat_metadata']) ? header['chat_metadata'] : {}
  const builder = new SessionBuilder(FORMAT, options, stringField(metadata, 'integrity') ?? '', report)
  let last: Entry | undefined
  for (const record of records) {
    if (isPlace(record.value)) last = addPlace(record, last, header, builder)
    else if (record.value !== header) builder.note('leftOut', 'This line is no message of the chat.', record.line)
  }
  if (last === undefined && Object.keys(header).length === 0) throw notAChat()
  const main = stringField(metadata, 'main_chat')
  return builder.finish({
    title: titleOf(header, records),
    createdAt: timeOf(header['create_date']),
    version: 'chat',
    leafId: last?.id ?? null,
    ...(main === undefined ? {} : { parentSession: main }),
  })
}

/** Adds every answer below the place before, and gives the last entry of the chosen one. */
function addPlace(
  record: JsonRecord,
  above: Entry | undefined,
  header: JsonObject,
  builder: SessionBuilder,
): Entry | undefined {
  const { value, line } = record
  const speaker = speakerIn(value, header)
  const seen = new Map<string, number>()
  let last: Entry | undefined
  let previousTime = Number.NEGATIVE_INFINITY
  for (const swipe of swipesOf(value)) {
    const said = contentHash([above?.id ?? '', String(value['is_user'] === true), swipe.text], 32)
    const copy = seen.get(said) ?? 0
    seen.set(said, copy + 1)
    const key = `${said}-${copy}`
    const payloads = payloadsOf(value, swipe, key)
    const ids = turnIds(key, builder.derive('message', key), payloads.length, builder)
    const own = timeOf(swipe.about['send_date']) ?? timeOf(value['send_date'])
    const written = own ?? above?.timestamp
    // Answers at one place stand in the order they have in the file: a millisecond apart where their times don't say so.
    const time =
      written === undefined ? undefined : Math.max(Date.parse(written), Math.min(previousTime + 1, MAX_TIME_MS))
    previousTime = time ?? previousTime
    const isAbout = above === undefined && swipe.isChosen && Object.keys(header).length > 0
    const draft = {
      parentId: above?.id ?? null,
      timestamp: time === undefined ? undefined : new Date(time).toISOString(),
      ...(own === undefined && above !== undefined && !isTimed(above) ? { timed: false as const } : {}),
      line,
      record: value,
      ...(speaker === undefined ? {} : { speaker }),
      beside: { ...besideOf(value, swipe), ...(isAbout ? { conversation: header } : {}) },
    }
    addTurn(builder, draft, ids, payloads)
    if (swipe.isChosen) last = builder.find(ids.at(-1))
  }
  addCheckpoint(record, last, builder)
  return last ?? above
}

/** A checkpoint is another file that goes on from here: its name is a label. */
function addCheckpoint({ value, line }: JsonRecord, target: Entry | undefined, builder: SessionBuilder): void {
  const extra = isJsonObject(value['extra']) ? value['extra'] : {}
  const name = stringField(extra, 'bookmark_link') ?? ''
  if (name === '' || target === undefined) return
  builder.add({
    id: builder.derive('checkpoint', target.id),
    parentId: target.id,
    timestamp: target.timestamp,
    line,
    payload: { type: 'label', targetId: target.id, label: `Checkpoint: ${name}` },
    record: {},
  })
}

/** What the entry does not show: the line's other fields with the chosen answer, with any other only its own. */
function besideOf(value: JsonObject, swipe: Swipe): JsonObject {
  const { mes: _mes, swipes: _swipes, swipe_info: _info, ...rest } = swipe.about
  return swipe.isChosen ? rest : { ...rest, name: value['name'] ?? null }
}

function titleOf(header: JsonObject, records: readonly JsonRecord[]): string | undefined {
  const named = nameIn(header, 'character_name')
  if (named !== undefined) return named
  const other = records.find(({ value }) => isPlace(value) && value['is_user'] !== true && value['is_system'] !== true)
  return other === undefined ? undefined : stringField(other.value, 'name')
}

function notAChat(): SessionError {
  return new SessionError(
    'invalid_file',
    'No line of this file is a message of a SillyTavern chat. Choose the .jsonl file of a chat.',
    { details: { line: 1 } },
  )
}
