// Records of a Claude Code file that are no part of its tree: summaries, snapshots of files, the queue of prompts.
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import type { EntryId } from '../../entry/ids.ts'
import type { SessionBuilder } from '../build/session-builder.ts'
import { isoTime } from '../build/times.ts'
import type { JsonRecord } from '../json/records.ts'
import { lineOf, type ClaudeFile, type ClaudeNode } from './records.ts'

/** They hang as facts below the entry written last before them, or below the first one. */
export function addOutside(file: ClaudeFile, tails: ReadonlyMap<ClaudeNode, EntryId[]>, builder: SessionBuilder): void {
  const talk = file.nodes.filter(({ kind }) => kind !== 'quiet')
  const seen = new Map<EntryId, number>()
  let next = 0
  for (const record of file.outside) {
    while (next < talk.length && isBefore(talk[next], record)) next += 1
    const place = talk[Math.max(0, next - 1)]
    const parentId = place === undefined ? null : (tails.get(place)?.at(-1) ?? null)
    const id = builder.derive('text', record.text)
    const count = seen.get(id) ?? 0
    seen.set(id, count + 1)
    builder.add({
      id: count === 0 ? id : builder.derive('text', record.text, String(count)),
      parentId,
      timestamp: isoTime(record.value['timestamp']) ?? builder.find(parentId)?.timestamp,
      line: record.line,
      payload: { type: 'custom', customType: UNKNOWN_RECORD, data: record.value },
      record: record.value,
      text: record.text,
    })
  }
}

function isBefore(node: ClaudeNode | undefined, { line }: JsonRecord): boolean {
  return node !== undefined && lineOf(node) < line
}
