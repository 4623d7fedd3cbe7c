import { beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { BOB } from '../admission/scene.ts'
import type { ClockId, TypedPlace } from './decode-desk.ts'
import { DeskScene, FIRST, textIn, typed } from './desk-scene.ts'
import { isInPlace } from './in-place.ts'
import { encodeTyping } from './placed-typing.ts'
import { findPrompt } from './prompt-draft.ts'

let scene: DeskScene

beforeEach(() => {
  scene = new DeskScene('abc')
})

/** Takes an update; says whether all of it is in place. */
function inPlace(update: Uint8Array | undefined, as = BOB): boolean {
  const result = scene.take(update ?? new Uint8Array(), { as })
  if (result.outcome !== 'admitted') throw new Error(`not admitted: ${JSON.stringify(result)}`)
  return isInPlace(scene.desk, result.typing)
}

/** The letter of the first prompt's text at an index, deleted ones not counted. */
function letter(index: number): ClockId {
  let left = index
  for (let item = textIn(scene.desk)._start; item !== null; item = item.right) {
    if (item.deleted) continue
    if (left < item.length) return { client: item.id.client, clock: item.id.clock + left }
    left -= item.length
  }
  throw new Error(`there is no letter ${index}`)
}

function forged(place: TypedPlace, clientId = 77, clock = 0): Uint8Array | undefined {
  return encodeTyping([{ clientId, structs: [{ kind: 'typed', clock, length: 1, place, text: 'X' }] }], [])
}

test('[DK30] honest typing is in place, however late it comes', () => {
  const [one, two] = [scene.copy(), scene.copy()]
  const late = ['1', '2', '3'].map((text) => typed(one, () => textIn(one).insert(1, text)))
  for (const at of [1, 2, 1, 0]) expect(inPlace(typed(two, () => textIn(two).insert(at, 'z')))).toBe(true)
  two.transact(() => textIn(two).delete(0, 3))
  expect(inPlace(scene.missing(two))).toBe(true)
  for (const update of late) expect(inPlace(update)).toBe(true)
  Y.applyUpdate(one, Y.encodeStateAsUpdate(scene.desk))
  expect(inPlace(typed(one, () => textIn(one).insert(2, 'w')))).toBe(true)
  expect(findPrompt(scene.copy(), FIRST)?.text).toBe(scene.textOf())
})

test('[DK30] a right neighbour before the left one is out of place', () => {
  expect(inPlace(forged({ origin: letter(2), rightOrigin: letter(0) }))).toBe(false)
})

test('[DK30] letters between the neighbours that their own writers had seen are out of place', () => {
  expect(inPlace(forged({ origin: letter(0), rightOrigin: letter(2) }))).toBe(false)
  scene = new DeskScene('abc')
  const copy = scene.copy()
  expect(inPlace(typed(copy, () => textIn(copy).insert(1, 'new')))).toBe(true)
  // Somebody who had not seen `new` may have stood between a and b, but nobody before the letter after a.
  expect(inPlace(forged({ origin: letter(0), rightOrigin: letter(4) }))).toBe(true)
  expect(inPlace(forged({ rightOrigin: letter(3) }, 79))).toBe(false)
})

test('[DK30] one has seen what one typed oneself, and what that stood beside', () => {
  const copy = scene.copy()
  expect(inPlace(typed(copy, () => textIn(copy).insert(1, 'new')))).toBe(true)
  expect(inPlace(forged({ origin: letter(3), rightOrigin: letter(4) }))).toBe(true)
  // Under the same clientID `new` is no news any more.
  expect(inPlace(forged({ origin: letter(0), rightOrigin: letter(5) }, 77, 1))).toBe(false)
})
