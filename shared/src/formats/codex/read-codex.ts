// Rollouts of Codex: one session's JSON lines, in the order in which it went.
import { SessionError } from '../../errors.ts'
import type { EntryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { addChain, type ChainLink, notePayload } from '../chain/chain.ts'
import { TextIds } from '../chain/text-ids.ts'
import { firstText } from '../chain/value-text.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { ReportBuilder } from '../import-report.ts'
import { isJsonObject, parseJsonObject, type JsonObject } from '../json/json.ts'
import { besideOf } from './beside.ts'
import { payloadsOf, type CodexState } from './payloads.ts'
import { kindOf, readCodexRecords, type CodexRecord } from './records.ts'
import { stepsOf, type CodexStep } from './steps.ts'

const FORMAT = { name: 'codex', title: 'Codex rollout' } as const
const MAX_DETECTED_LINES = 50
const RECORD_TYPE = /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context)"/

export const codexReader: FormatReader<'codex'> = {
  ...FORMAT,
  detect(head) {
    if (!/^\s*[[{]/.test(head)) return false
    const lines = head.split('\n', MAX_DETECTED_LINES)
    if (lines.some((line) => line.startsWith('{') && isRecordLine(line))) return true
    const isSpread = /^\s*(?:\[|\{\s*\n)/.test(head) && /"payload"\s*:\s*\{/.test(head) && RECORD_TYPE.test(head)
    return isSpread || isOldRollout(lines)
  },
  *read(chunks, options) {
    yield readSession(chunks, options)
  },
}

/** The first line of a file may be longer than what is looked at. */
function isRecordLine(line: string): boolean {
  const record = parseJsonObject(line)
  if (record === undefined) return RECORD_TYPE.test(line) && /"payload"\s*:\s*\{/.test(line)
  return isJsonObject(record['payload']) && kindOf(record) !== 'other'
}

/** Before 2025-09: a line about the session, then the items themselves. */
function isOldRollout(lines: readonly string[]): boolean {
  const records = lines.map((line) => parseJsonObject(line)).filter((record) => record !== undefined)
  const [first, ...others] = records
  if (first === undefined || kindOf(first) !== 'meta') return false
  return others.some((record) => 'record_type' in record || kindOf(record) === 'item')
}

function readSession(chunks: Iterable<string>, options: ReadOptions): ImportedSession {
  const report = new ReportBuilder()
  const records = [...readCodexRecords(chunks, report)]
  if (records.every(({ kind }) => kind === 'other')) throw notASession()
  const metas = records.filter(({ kind }) => kind === 'meta').map(({ payload }) => payload)
  const meta = metas[0] ?? {}
  const builder = new SessionBuilder(FORMAT, options, firstText(meta, 'id', 'session_id') ?? '', report)
  const links = linksOf(records, meta, new TextIds(builder), builder)
  if (links.every(({ isBeside }) => isBeside)) {
    report.note('keptAsIs', 'The file holds no talk, only notes of the tool.')
  }
  const leafId: EntryId | null = addChain(links, builder)
  const parentSession = firstText(meta, 'forked_from_id', 'parent_thread_id')
  return builder.finish({
    title: nameOf(records),
    version: versionOf(metas),
    leafId,
    ...(parentSession === undefined ? {} : { parentSession }),
  })
}

function linksOf(
  records: readonly CodexRecord[],
  meta: JsonObject,
  ids: TextIds,
  builder: SessionBuilder,
): ChainLink[] {
  const state: CodexState = {
    provider: firstText(meta, 'model_provider') ?? 'openai',
    model: undefined,
    effort: undefined,
    toolNames: new Map(),
  }
  return stepsOf(records).flatMap((step) => {
    const [first] = step.kind === 'reply' ? step.records : [step.record]
    if (first === undefined) return []
    const id = ids.next(first.text)
    const made = payloadsOf(step, state)
    const payloads = made.length === 0 ? [notePayload(first.value)] : made
    return payloads.map((payload, at) =>
      linkOf(step, first, payload, at === 0 ? id : builder.derive('part', id, String(at)), at),
    )
  })
}

function linkOf(step: CodexStep, first: CodexRecord, payload: JsonObject, id: EntryId, at: number): ChainLink {
  const isBeside = payload['type'] === 'custom'
  const recordId = firstText(first.payload, 'id')
  const records = step.kind === 'reply' ? step.records : [step.record]
  return {
    id,
    isBeside,
    timestamp: first.time,
    line: first.line,
    payload,
    record: first.value,
    ...(recordId === undefined || at > 0 ? {} : { recordId }),
    ...(isBeside || at > 0 ? {} : { beside: besideOf(step) }),
    ...(at > 0 ? {} : { text: records.map(({ text }) => text).join('\n') }),
  }
}

/** The last name that was given to the session. */
function nameOf(records: readonly CodexRecord[]): string | undefined {
  const renamed = records.findLast(({ payload }) => payload['type'] === 'thread_name_updated')
  return renamed === undefined ? undefined : firstText(renamed.payload, 'thread_name')
}

function versionOf(metas: readonly JsonObject[]): string {
  const versions = new Set(metas.flatMap((meta) => firstText(meta, 'cli_version') ?? []))
  if (versions.size > 0) return [...versions].slice(0, 3).join(', ')
  return metas.length === 0 ? 'no header' : 'unknown'
}

function notASession(): SessionError {
  return new SessionError(
    'invalid_file',
    'No line of this file is a record of a Codex rollout. Choose a rollout-….jsonl file of ~/.codex/sessions.',
    { details: { line: 1 } },
  )
}
