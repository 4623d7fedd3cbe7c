// Whether a snapshot is what the log gives at its head.
import { entriesOf, peopleOf, RECORD_ROOTS, sameJson, type Entry } from '@coppice/shared'
import * as Y from 'yjs'
import type { Note } from './difference.ts'
import type { KeptSnapshot } from './kept-session.ts'

export function checkSnapshot({ head, pieces }: KeptSnapshot, replayed: Y.Doc, note: Note): void {
  const doc = new Y.Doc()
  let gap = -1
  try {
    for (const [number, piece] of pieces.entries()) {
      Y.applyUpdate(doc, piece)
      if (gap === -1 && !isWhole(doc)) gap = number
    }
  } catch (error) {
    note({ sequence: head }, `the snapshot cannot be read (${error instanceof Error ? error.message : String(error)})`)
    return
  }
  // A load and a join take them one after the other, and neither can wait for the next.
  if (gap !== -1)
    note({ sequence: head }, `piece ${gap} of the snapshot builds on something that does not come before it`)
  compareEntries(entriesOf(doc), entriesOf(replayed), head, note)
  const facts = (of: Y.Doc): unknown[] => [peopleOf(of).toJSON(), of.getMap(RECORD_ROOTS.meta).toJSON()]
  if (!sameJson(facts(doc), facts(replayed)))
    note({ sequence: head }, 'the snapshot says something else of people or of the session than the log')
  const [has, expected] = [doc, replayed].map((one) => Y.decodeStateVector(Y.encodeStateVector(one)))
  for (const clientId of new Set([...(has?.keys() ?? []), ...(expected?.keys() ?? [])])) {
    const [kept, logged] = [has?.get(clientId) ?? 0, expected?.get(clientId) ?? 0]
    if (kept !== logged)
      note(
        { sequence: head, id: String(clientId) },
        `the snapshot has ${kept} changes of this clientID, the log ${logged}`,
      )
  }
  doc.destroy()
}

function isWhole({ store }: Y.Doc): boolean {
  return store.pendingStructs === null && store.pendingDs === null
}

function compareEntries(kept: Y.Map<Entry>, logged: Y.Map<Entry>, head: number, note: Note): void {
  for (const [id, entry] of logged.entries()) {
    if (!kept.has(id)) note({ sequence: head, id }, 'the snapshot lacks it')
    else if (!sameJson(kept.get(id), entry)) note({ sequence: head, id }, 'the snapshot has other content than the log')
  }
  for (const id of kept.keys())
    if (!logged.has(id)) note({ sequence: head, id }, 'the snapshot has it, the log does not')
}
