// What lies inside a room and is nobody's business but a check's: its ledger and its desk's doc. Importing this also makes
// the server's own clientIDs follow from the seed.
import { CommittedState } from '@coppice/server/room/committed-state'
import type { DeskBoard } from '@coppice/server/room/desk-board'
import { entryId, SERVER_PARTICIPANT, type AdmissionLedger } from '@coppice/shared'
import * as Y from 'yjs'

const ledgers = new WeakMap<Y.Doc, AdmissionLedger>()
const newLedger = Reflect.get<CommittedState, 'newLedger'>(CommittedState.prototype, 'newLedger')

CommittedState.prototype.newLedger = function (): AdmissionLedger {
  const ledger = Reflect.apply(newLedger, this, [])
  ledgers.set(this.doc, ledger)
  return ledger
}

CommittedState.prototype.newServerClient = function () {
  const [clientId = 1] = crypto.getRandomValues(new Uint32Array(1))
  return { clientId: clientId || 1, participant: SERVER_PARTICIPANT }
}

export function ledgerOf(record: Y.Doc): AdmissionLedger {
  const ledger = ledgers.get(record)
  if (ledger === undefined) throw new Error('no ledger was made for this record')
  return ledger
}

/** The doc that a desk has at this moment: the one it looks into when it is asked for a draft. */
export function docOf(desk: DeskBoard): Y.Doc {
  const docs: Y.Doc[] = []
  const getMap = Reflect.get<Y.Doc, 'getMap'>(Y.Doc.prototype, 'getMap')
  Y.Doc.prototype.getMap = function (this: Y.Doc, name?: string) {
    docs.push(this)
    return Reflect.apply(getMap, this, [name])
  } as typeof getMap
  try {
    desk.hasDraft(entryId('none'))
  } finally {
    Y.Doc.prototype.getMap = getMap
  }
  const [doc] = docs
  if (doc === undefined) throw new Error('the desk looked into no doc')
  return doc
}
