import { decodeSaved, encodeSyncFrame, MESSAGE, participantId } from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import { expect, test } from 'vitest'
import { PeerLink, type UpdateOutcome } from './peer-link.ts'

const EMPTY = Uint8Array.of(0, 0)

/** A link whose room answers each update with the next of these outcomes. */
function linkWith(outcomes: readonly UpdateOutcome['outcome'][]): { link: PeerLink; saved: number[] } {
  const saved: number[] = []
  const left = [...outcomes]
  const link = new PeerLink(
    {
      number: 1,
      participant: { id: participantId('alice'), name: 'Alice', color: 0, kind: 'human' },
      role: 'prompt',
      ownFrames: true,
      backlogBytes: 0,
      send: (frame) => {
        const decoder = decoding.createDecoder(frame)
        if (decoding.readVarUint(decoder) === MESSAGE.saved) saved.push(decodeSaved(decoder).frames)
      },
      sendEach: () => undefined,
      sendLive: () => true,
      close: () => undefined,
    },
    {
      stateVector: () => Uint8Array.of(0),
      answerStep1: () => undefined,
      receiveUpdate: () => (left.shift() === 'incomplete' ? { outcome: 'incomplete' } : { outcome: 'waiting' }),
      receivePresence: () => undefined,
      sendPresence: () => undefined,
      joinDesk: () => undefined,
      receiveDesk: () => undefined,
      receivePrompt: () => undefined,
      noteRefusal: () => undefined,
    },
  )
  return { link, saved }
}

test('[SY10] a step 2 that closes a gap makes what came before it saved when it is saved itself, not when it comes', () => {
  const { link, saved } = linkWith(['waiting', 'incomplete', 'waiting', 'waiting'])
  for (const kind of ['step2', 'update', 'update', 'step2'] as const) link.receive(encodeSyncFrame('sync', kind, EMPTY))
  link.markSaved(1, 1)
  link.markSaved(3, 2)
  expect(saved).toEqual([1])
  link.markSaved(4, 3)
  expect(saved).toEqual([1, 4])
})

test('[SY10] a gap after the step 2 that closed another holds back until the next one', () => {
  const { link, saved } = linkWith(['incomplete', 'waiting', 'incomplete', 'waiting'])
  for (const kind of ['update', 'step2', 'update'] as const) link.receive(encodeSyncFrame('sync', kind, EMPTY))
  link.markSaved(2, 1)
  expect(saved).toEqual([])
  link.receive(encodeSyncFrame('sync', 'step2', EMPTY))
  link.markSaved(4, 2)
  expect(saved).toEqual([4])
})
