// The session files of Claude Code, versions 1.0 to 2.1: recognising one and reading it.
import type { Entry } from '../../entry/entry.ts'
import type { EntryId } from '../../entry/ids.ts'
import { SessionError } from '../../errors.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { ReportBuilder } from '../import-report.ts'
import { parseJsonObject, stringField } from '../json/json.ts'
import { readJsonRecords, type JsonRecord } from '../json/records.ts'
import { addNodes } from './add-nodes.ts'
import { addOutside } from './add-outside.ts'
import { CLAUDE_RECORD_STYLE, sortRecords } from './records.ts'
import { sessionTitle } from './session-title.ts'

const FORMAT = { name: 'claude-code', title: 'Claude Code session' } as const
const MAX_DETECTED_LINES = 200

export const claudeCodeReader: FormatReader<'claude-code'> = {
  ...FORMAT,
  detect(head) {
    return head.split('\n', MAX_DETECTED_LINES).some((line) => {
      const record = parseJsonObject(line)
      if (record === undefined) return line.startsWith('{') && /"parentUuid"\s*:/.test(line) && /"uuid"\s*:/.test(line)
      if (typeof record['leafUuid'] === 'string' && record['type'] === 'summary') return true
      if (typeof record['uuid'] !== 'string') return false
      return 'parentUuid' in record || (typeof record['sessionId'] === 'string' && 'type' in record)
    })
  },
  *read(chunks, options) {
    yield readSession(chunks, options)
  },
}

function readSession(chunks: Iterable<string>, options: ReadOptions): ImportedSession {
  const report = new ReportBuilder()
  const records = [...readJsonRecords(chunks, report, CLAUDE_RECORD_STYLE)]
  const builder = new SessionBuilder(FORMAT, options, seedOf(records), report)
  const file = sortRecords(records, builder)
  if (file.nodes.length === 0) throw notASession()
  const { ids, ofSubagents } = addNodes(file, builder)
  addOutside(file, ids, builder)
  return builder.finish({
    title: sessionTitle(file),
    version: versionsOf(records),
    leafId: placeOf(builder.entries, ofSubagents),
  })
}

/** Records without ids get theirs from the session's own id, so that a file that has grown keeps them. */
function seedOf(records: readonly JsonRecord[]): string {
  return records.map(({ value }) => stringField(value, 'sessionId')).find((id) => id !== undefined) ?? ''
}

/** The newest message that nothing goes on from, not on a subagent's branch while there is another. */
function placeOf(entries: readonly Entry[], ofSubagents: ReadonlySet<EntryId>): EntryId | undefined {
  const isTalk = (entry: Entry): boolean => entry.type === 'message' || entry.type === 'compaction'
  const talk = entries.filter((entry) => isTalk(entry) && !ofSubagents.has(entry.id))
  const candidates = talk.length > 0 ? talk : entries.filter(isTalk)
  const parents = new Set(candidates.map(({ parentId }) => parentId))
  return (candidates.findLast(({ id }) => !parents.has(id)) ?? candidates.at(-1))?.id
}

function versionsOf(records: readonly JsonRecord[]): string {
  const versions = new Set(records.flatMap(({ value }) => stringField(value, 'version') ?? []))
  const sorted = [...versions].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const [first = 'unknown'] = sorted
  const last = sorted.at(-1) ?? first
  return first === last ? first : `${first} to ${last}`
}

function notASession(): SessionError {
  return new SessionError(
    'invalid_file',
    'No line of this file is part of a conversation: it holds only notes that Claude Code keeps beside one. Choose the .jsonl file of a session.',
    { details: { line: 1 } },
  )
}
