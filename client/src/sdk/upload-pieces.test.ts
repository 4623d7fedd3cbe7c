import { entriesSince, entryId, entryText, putEntry, type Entry } from '@coppice/shared'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { messageEntry } from './testing/harness.ts'
import { parentsFirst, uploadPieces } from './upload-pieces.ts'

const { message: _, ...base } = messageEntry('label', null)
const label: Entry = { ...base, type: 'label', targetId: entryId('target'), label: 'x' }

/** A doc with entries that were written under these clientIDs, in this order. */
function docOf(...written: readonly (readonly [clientId: number, entry: Entry])[]): Y.Doc {
  const doc = new Y.Doc()
  for (const [clientId, entry] of written) {
    doc.clientID = clientId
    putEntry(doc, entry)
  }
  return doc
}

test('[SY124] what goes up in pieces comes after what it hangs below and after what it is about', () => {
  const doc = docOf(
    [1, messageEntry('first', null)],
    [3, messageEntry('target', null)],
    [1, label],
    [2, messageEntry('child', 'target')],
    [1, messageEntry('last', 'child')],
  )
  const ids = parentsFirst([...entriesSince(doc, new Map())]).map(({ entry }) => entry.id)
  expect(ids.indexOf(entryId('target'))).toBeLessThan(ids.indexOf(entryId('label')))
  expect(ids.indexOf(entryId('child'))).toBeLessThan(ids.indexOf(entryId('last')))
  expect(ids).toHaveLength(5)
})

test('[SY124] a server that takes one piece after the other never lacks anything', () => {
  const doc = docOf(
    [9, messageEntry('first', null)],
    [3, messageEntry('target', null)],
    [9, label],
    [2, messageEntry('child', 'target')],
  )
  const server = new Y.Doc()
  for (const piece of uploadPieces(doc, Y.encodeStateVector(server), 300)) {
    expect(piece.length).toBeLessThanOrEqual(300)
    Y.applyUpdate(server, piece)
    const there = new Set([...entriesSince(server, new Map())].map(({ entry }) => entry.id))
    for (const { entry } of entriesSince(server, new Map()))
      if (entry.type === 'label')
        expect([entryText(entry), there.has(entryId(entry.targetId))]).toEqual([entryText(entry), true])
  }
})
