// Much at once that is honest, over a real socket: no limit is felt.
import { encodeAwarenessFrame, MAX_FRAME_BYTES, splitUpdate } from '@coppice/shared'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { AttackScene, STRANGER, textOf, typing } from '../support/attack-scene.ts'
import { changes } from '../support/attacker.ts'
import { eventually } from '../support/eventually.ts'

test('[SY146] twenty thousand entries written offline come up in frames of 4 MiB without a pause or a close', async () => {
  const scene = await AttackScene.open()
  const { mallory } = scene
  const offline = new Y.Doc()
  Y.applyUpdate(offline, Y.encodeStateAsUpdate(mallory.doc))
  offline.transact(() => {
    for (let i = 0; i < 20_000; i++) {
      const entry = scene.entry()
      offline.getMap('entries').set(entry.id, entry)
    }
  })
  const pieces = splitUpdate(Y.encodeStateAsUpdate(offline, Y.encodeStateVector(mallory.doc)), MAX_FRAME_BYTES - 16)
  expect(pieces.length).toBeGreaterThan(1)
  for (const piece of pieces) mallory.update(piece)
  await eventually('all of it is saved', () => mallory.saved === mallory.sent, 50_000)
  await eventually('Alice has it', () => scene.alice.doc.getMap('entries').size === 20_002)
  expect([mallory.closes, mallory.rejected, scene.alice.closes]).toEqual([[], [], []])
})

test('[SY146] a page of typing with a caret for each letter is taken as it comes', async () => {
  const { alice, mallory, prompt } = await AttackScene.open()
  const page = 'All of this was typed by hand, though quickly. '.repeat(20)
  for (const [i, letter] of page.split('').entries()) {
    mallory.send(typing(changes(mallory.desk, () => textOf(mallory.desk, prompt).insert(i, letter))))
    mallory.send(encodeAwarenessFrame([{ clientId: STRANGER, clock: i, state: { leafId: null, viewId: `v${i}` } }]))
  }
  await eventually('Alice reads all of it', () => textOf(alice.desk, prompt).toJSON() === `${page}Hello world`)
  await eventually('and where the last letter was', () =>
    alice.states.some(({ state }) => JSON.stringify(state).includes(`"v${page.length - 1}"`)),
  )
  expect([mallory.closes, alice.closes]).toEqual([[], []])
})
