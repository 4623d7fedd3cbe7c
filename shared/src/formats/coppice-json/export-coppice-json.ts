// A whole session as JSON, entry by entry as it is stored, so that it can be read back without loss (FM60, FM61).
import type { Person } from '../../access/participant.ts'
import type { EntryId, ParticipantId } from '../../entry/ids.ts'
import { COPPICE_SOURCE } from '../../entry/base.ts'
import { SessionError } from '../../errors.ts'
import { compareSiblings } from '../../tree/order.ts'
import type { TreeIndex } from '../../tree/tree-index.ts'
import { allEntries, parentsFirst } from '../tree-order.ts'
import { COPPICE_VERSION } from './document.ts'

export interface CoppiceJsonMeta {
  readonly sessionId: string
  readonly title: string
  /** ISO time; null when nobody knows. */
  readonly createdAt: string | null
  /** Raw JSON text of an imported file's header; null when it had none. */
  readonly header: string | null
  readonly parentSession?: string | undefined
  readonly markedLeaf?: EntryId | undefined
  readonly people: ReadonlyMap<ParticipantId, Person>
}

/**
 * The document in pieces, one entry a line: a session may be larger than a string. The same session gives the same
 * text everywhere: imported entries in file order, then all others by time and id, each behind its parent.
 * @param leafId where its reader will stand; null for nowhere
 * Throws SessionError `not_found` for an unknown leaf, before the first piece.
 */
export function exportCoppiceJson(index: TreeIndex, leafId: EntryId | null, meta: CoppiceJsonMeta): Iterable<string> {
  if (leafId !== null && !index.has(leafId))
    throw new SessionError('not_found', `The entry ${leafId} is not in this session. Choose another leaf.`)
  return pieces(index, leafId, meta)
}

function* pieces(index: TreeIndex, leafId: EntryId | null, meta: CoppiceJsonMeta): Generator<string> {
  const session = {
    id: meta.sessionId,
    title: meta.title,
    ...(meta.createdAt === null ? {} : { createdAt: meta.createdAt }),
    ...(meta.parentSession === undefined ? {} : { parentSession: meta.parentSession }),
    ...(meta.header === null ? {} : { header: meta.header }),
    ...(meta.markedLeaf === undefined ? {} : { markedLeaf: meta.markedLeaf }),
  }
  const people = [...meta.people]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, person]) => JSON.stringify({ id, ...person }))
  yield `{"format":"${COPPICE_SOURCE}","version":${COPPICE_VERSION},\n`
  yield `"session":${JSON.stringify(session)},\n`
  yield `"people":[${people.length === 0 ? '' : `\n${people.join(',\n')}\n`}],\n`
  yield `"leafId":${JSON.stringify(leafId)},\n"entries":[`
  let before = '\n'
  for (const entry of parentsFirst(allEntries(index).sort(compareSiblings))) {
    yield `${before}${JSON.stringify(entry)}`
    before = ',\n'
  }
  yield '\n]}\n'
}
