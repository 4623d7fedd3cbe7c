// A Codex rollout → its records, one a line, or written over many lines, or in a list; old files have no `payload`.
import { openText } from '../chain/spread.ts'
import { valueText } from '../chain/value-text.ts'
import { isoTime } from '../build/times.ts'
import type { ReportBuilder } from '../import-report.ts'
import { readElements } from '../json/elements.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { readJsonRecords, type RecordStyle } from '../json/records.ts'

/** `item`: what model and person said; `event`: what was shown of it; `context`: model and settings of a turn. */
export type CodexKind = 'meta' | 'item' | 'event' | 'context' | 'compacted' | 'other'

export interface CodexRecord {
  readonly kind: CodexKind
  /** 1-based. */
  readonly line: number
  readonly text: string
  readonly value: JsonObject
  /** What the record says; in old files the record itself. */
  readonly payload: JsonObject
  readonly time: string | undefined
}

const KINDS: ReadonlyMap<string, CodexKind> = new Map([
  ['session_meta', 'meta'],
  ['response_item', 'item'],
  ['event_msg', 'event'],
  ['turn_context', 'context'],
  ['compacted', 'compacted'],
])
/** Types of the records of old files. */
const ITEM_TYPES =
  /^(?:message|reasoning|(?:function|custom_tool|local_shell|web_search|tool_search)_call(?:_output)?)$/
const FIRST_MS = 1e11

const STYLE: RecordStyle = {
  starts: ['{"timestamp":', '{"type":', '{"id":', '{"record_type":'],
  isWhole: (value) => (isJsonObject(value['payload']) ? typeof value['type'] === 'string' : kindOf(value) !== 'other'),
}

export function kindOf(value: JsonObject): CodexKind {
  const type = stringField(value, 'type')
  if (isJsonObject(value['payload'])) return (type === undefined ? undefined : KINDS.get(type)) ?? 'other'
  if (type !== undefined) return ITEM_TYPES.test(type) ? 'item' : 'other'
  const isMeta = typeof value['id'] === 'string' && isoTime(value['timestamp']) !== undefined
  return isMeta && !('record_type' in value) ? 'meta' : 'other'
}

/** In file order; what is no record is in the report. */
export function* readCodexRecords(chunks: Iterable<string>, report: ReportBuilder): Generator<CodexRecord> {
  const opened = openText(chunks)
  if (!opened.isSpread) {
    for (const { value, text, line } of readJsonRecords(opened.chunks, report, STYLE)) yield recordOf(value, text, line)
    return
  }
  report.note(
    'repaired',
    'The records of this file do not stand one on each line, as Codex writes them: they were read all the same.',
    1,
  )
  for (const found of readElements(opened.chunks, (value) => Object.keys(value).length > 0)) {
    if (found.kind === 'damage') {
      report.note('leftOut', found.message, found.line)
      continue
    }
    report.countRecord()
    if (found.isCut) {
      const message = `The record that starts on line ${found.line} is damaged or cut off: what stands before the damage was kept.`
      report.note('leftOut', message, found.line)
    }
    yield recordOf(found.value, valueText(found.value), found.line)
  }
}

function recordOf(value: JsonObject, text: string, line: number): CodexRecord {
  const { payload, timestamp } = value
  const isSeconds = typeof timestamp === 'number' && timestamp < FIRST_MS
  return {
    kind: kindOf(value),
    line,
    text,
    value,
    payload: isJsonObject(payload) ? payload : value,
    time: isoTime(timestamp, isSeconds ? 's' : 'ms'),
  }
}
