// One record of a file → the entries of its turn, one below the other.
import type { EntryId } from '../../entry/ids.ts'
import type { DraftAt, SessionBuilder } from '../build/session-builder.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'

/** The ids of a record's entries: its own, then ids made from its key. What hangs below the record hangs below the last. */
export function turnIds(key: string, id: EntryId, count: number, builder: SessionBuilder): EntryId[] {
  return Array.from({ length: Math.max(1, count) }, (_, part) =>
    part === 0 ? id : builder.derive('part', key, String(part)),
  )
}

/**
 * @param draft of the first entry, which alone keeps what stands beside the record; `recordId` where the record has one
 * @param ids as many as there are payloads
 */
export function addTurn(
  builder: SessionBuilder,
  draft: Omit<DraftAt, 'id' | 'payload'>,
  ids: readonly EntryId[],
  payloads: readonly JsonObject[],
): void {
  const { beside, recordId, speaker, ...rest } = draft
  let { parentId } = draft
  for (const [part, payload] of payloads.entries()) {
    const id = ids[part]
    if (id === undefined) return
    const isKeptWhole = payload['type'] === 'custom'
    const entry = builder.add({
      ...rest,
      id,
      parentId,
      payload,
      ...(speaker === undefined || isResult(payload) ? {} : { speaker }),
      ...(part > 0 || beside === undefined || isKeptWhole ? {} : { beside }),
      ...(recordId === undefined || recordId === id ? {} : { recordId }),
    })
    parentId = entry.id
  }
}

/** What a tool answered is said by nobody. */
function isResult({ message }: JsonObject): boolean {
  return isJsonObject(message) && message['role'] === 'toolResult'
}
