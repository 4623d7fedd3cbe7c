// Pi version 4: a log of transactions. Entries are the tree; names, labels and where each branch ends are values.
import { SessionError } from '../../errors.ts'
import type { EntryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { isoTime } from '../build/times.ts'
import { notePayload } from '../chain/chain.ts'
import { TextIds } from '../chain/text-ids.ts'
import { firstText } from '../chain/value-text.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { ReportBuilder } from '../import-report.ts'
import { isJsonObject, parseJson, type JsonObject } from '../json/json.ts'
import { besideEntries, sortWrites, type Beside } from './file.ts'
import { createdAtOf, exportHeader, isV4Header, parentSessionOf, versionName } from './header.ts'
import { payloadOf } from './payload.ts'
import type { PiFact, PiTip } from './state.ts'
import type { PiWrite } from './writes.ts'

const FORMAT = { name: 'pi-v4', title: 'Pi v4 session' } as const
const MAX_DETECTED_LINES = 20

export const piV4Reader: FormatReader<'pi-v4'> = {
  ...FORMAT,
  detect(head) {
    return head.split('\n', MAX_DETECTED_LINES).some((line) => {
      if (!/^\[?\{/.test(line)) return false
      const value = parseJson(line)
      const write: unknown = Array.isArray(value) ? value[0] : value
      if (!isJsonObject(write)) return false
      const isEntry = write['kind'] === 'entry' && typeof write['seq'] === 'number' && typeof write['id'] === 'string'
      return isEntry || isV4Header(write)
    })
  },
  *read(chunks, options) {
    yield readSession(chunks, options)
  },
}

function readSession(chunks: Iterable<string>, options: ReadOptions): ImportedSession {
  const report = new ReportBuilder()
  const file = sortWrites(chunks, report)
  if (file.header === undefined && file.entries.length === 0) throw notASession()
  const header = file.header ?? {}
  const builder = new SessionBuilder(FORMAT, options, firstText(header, 'id') ?? '', report)
  const opening = builder.idOf(file.entries[0]?.value['id']) ?? null
  const places: { readonly line: number; readonly id: EntryId }[] = []
  for (const [at, write] of file.entries.entries()) {
    const id = addEntry(write, at === 0 && file.header !== undefined ? { header } : {}, builder)
    places.push({ line: write.line, id })
  }
  const ids = new TextIds(builder)
  let next = 0
  for (const write of besideEntries(file)) {
    while ((places[next]?.line ?? Number.POSITIVE_INFINITY) <= write.write.line) next += 1
    addBeside(write, places[next - 1]?.id ?? opening, ids, builder)
  }
  const parentSession = parentSessionOf(header)
  const leafId = leafOf(file.state.tip, builder)
  const session = builder.finish({
    createdAt: createdAtOf(header),
    version: versionName(file.header),
    leafId,
    ...(parentSession === undefined ? {} : { parentSession }),
  })
  const own = file.header === undefined ? session : { ...session, header: exportHeader(header) }
  return leafId === null ? { ...own, leafId: null } : own
}

function addEntry(write: PiWrite, more: JsonObject, builder: SessionBuilder): EntryId {
  const { value, line, text } = write
  const { payload, beside } = payloadOf(value)
  const own = builder.idOf(value['id']) ?? builder.derive('text', text)
  const entry = builder.add({
    id: own,
    parentId: builder.idOf(value['parentId']) ?? null,
    timestamp: isoTime(value['timestamp']),
    line,
    payload,
    record: value,
    beside: { ...beside, ...more },
    text,
  })
  return entry.id
}

/** A label hangs below what it is on, a cost below what it is of, all else below the entry that was written before it. */
function addBeside({ write, fact }: Beside, place: EntryId | null, ids: TextIds, builder: SessionBuilder): void {
  const { value, line, text } = write
  const target = builder.find(builder.idOf(fact?.targetId ?? value['entryId']))
  const parentId = target?.id ?? place
  builder.add({
    id: ids.next(text),
    parentId,
    timestamp: isoTime(value['timestamp']) ?? builder.find(parentId)?.timestamp,
    line,
    payload: fact === undefined ? notePayload(value) : factPayload(fact),
    record: value,
    ...(fact === undefined ? {} : { beside: { write: value } }),
    text,
  })
}

function factPayload({ targetId, text }: PiFact): JsonObject {
  if (targetId === undefined) return { type: 'session_info', name: text ?? '' }
  return { type: 'label', targetId, ...(text === null ? {} : { label: text }) }
}

/** Null where the file says that one stands before everything; undefined where it does not say. */
function leafOf(tip: PiTip | undefined, builder: SessionBuilder): EntryId | null | undefined {
  if (tip === undefined) return undefined
  if (tip.id === null) return null
  const entry = builder.find(builder.idOf(tip.id))
  if (entry === undefined) {
    const message = `The branch ${tip.branch} is said to end at ${tip.id}, which is missing: the newest message is taken.`
    builder.note('keptAsIs', message, tip.line)
  }
  return entry?.id
}

function notASession(): SessionError {
  return new SessionError(
    'invalid_file',
    'No line of this file is a header or an entry of Pi v4. Choose the .jsonl file of a Pi session.',
    { details: { line: 1 } },
  )
}
