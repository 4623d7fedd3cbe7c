import { entryId } from '@coppice/shared'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { clockRangesOf, SaveLedger } from './save-ledger.ts'
import { messageEntry } from './testing/harness.ts'

const ME = 7
const [a, b] = [entryId('a'), entryId('b')]
const upTo = (to: number): Map<number, number> => new Map([[ME, to]])

function write(ledger: SaveLedger, ...clocks: readonly number[]): void {
  for (const clock of clocks)
    ledger.wrote({ entry: messageEntry([a, b][clock] ?? `e${clock}`, null), clientId: ME, clock })
}

describe('acknowledgements', () => {
  test('[SY44] an entry is unsaved from the write until the frame that carried it is acknowledged', () => {
    const ledger = new SaveLedger()
    ledger.connected()
    write(ledger, 0, 1)
    ledger.frameSent(1, [{ clientId: ME, from: 0, to: 1 }])
    ledger.frameSent(2, [{ clientId: ME, from: 1, to: 2 }])
    expect(ledger.count).toBe(2)
    ledger.acknowledged(1)
    expect([ledger.isWaiting(a), ledger.isWaiting(b)]).toEqual([false, true])
    ledger.acknowledged(2)
    expect(ledger.count).toBe(0)
  })

  test('[SY44] a frame number of the last connection says nothing about this one', () => {
    const ledger = new SaveLedger()
    ledger.connected()
    write(ledger, 0)
    ledger.frameSent(1, [{ clientId: ME, from: 0, to: 1 }])
    ledger.connected()
    ledger.frameSent(1, [])
    ledger.acknowledged(1)
    expect(ledger.isWaiting(a)).toBe(true)
  })

  test('[SY45] a frame that leaves a gap proves nothing; the step 2 that closes the gap does', () => {
    const ledger = new SaveLedger()
    write(ledger, 0)
    ledger.connected()
    write(ledger, 1)
    ledger.frameSent(1, [{ clientId: ME, from: 1, to: 2 }])
    ledger.acknowledged(1)
    expect(ledger.count).toBe(2)
    ledger.frameSent(2, [{ clientId: ME, from: 0, to: 2 }])
    ledger.acknowledged(2)
    expect(ledger.count).toBe(0)
  })
})

describe('over page loads', () => {
  test('[SY86] what an earlier page knew to be saved is not counted again, and no more than that is believed', () => {
    const ledger = new SaveLedger()
    ledger.restore([[ME, 1]])
    write(ledger, 0, 1)
    expect([ledger.isWaiting(a), ledger.isWaiting(b)]).toEqual([false, true])
    expect([...ledger.saved]).toEqual([[ME, 1]])
  })
})

describe('the server’s state vector', () => {
  test('[SY46] own clocks that the server shows are saved, though their acknowledgement was lost', () => {
    const ledger = new SaveLedger()
    write(ledger, 0, 1)
    ledger.connected()
    ledger.serverHas(upTo(1))
    expect([ledger.isWaiting(a), ledger.isWaiting(b)]).toEqual([false, true])
    ledger.serverHas(new Map([[99, 5]]))
    expect(ledger.isWaiting(b)).toBe(true)
    ledger.serverHas(upTo(2))
    expect(ledger.count).toBe(0)
  })
})

test('[SY44] what an update carries is read from its own bytes', () => {
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  doc.getMap('entries').set('a', { id: 'a' })
  doc.getMap('entries').set('b', { id: 'b' })
  expect(updates.map(clockRangesOf)).toEqual([
    [{ clientId: doc.clientID, from: 0, to: 1 }],
    [{ clientId: doc.clientID, from: 1, to: 2 }],
  ])
  expect(clockRangesOf(Y.encodeStateAsUpdate(new Y.Doc()))).toEqual([])
})
