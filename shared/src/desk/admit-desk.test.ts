import { beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { ALICE, BOB } from '../admission/scene.ts'
import { encodeTyping } from './placed-typing.ts'
import { DESK_SERVER, DeskScene, FIRST, SECOND, textIn, typed } from './desk-scene.ts'
import { findPrompt, markPromptSent, openPrompt, removePrompt } from './prompt-draft.ts'

let scene: DeskScene
let copy: Y.Doc

beforeEach(() => {
  scene = new DeskScene()
  copy = scene.copy()
})

describe('honest typing', () => {
  test('[DK1] inserting, deleting and replacing in the text of open prompts is admitted', () => {
    const update = typed(copy, () => {
      textIn(copy).insert(5, ', dear')
      textIn(copy).delete(0, 1)
      textIn(copy).insert(0, 'J')
      textIn(copy, SECOND).delete(0, 11)
      textIn(copy, SECOND).insert(0, 'Over')
    })
    expect(scene.take(update)).toMatchObject({ outcome: 'admitted', claims: [copy.clientID], typedIn: [FIRST, SECOND] })
    expect([scene.textOf(), scene.textOf(SECOND)]).toEqual(['Jello, dear world', 'Over'])
    expect(findPrompt(scene.desk, FIRST)?.writers).toEqual([ALICE])
  })

  test('[DK1] typing into an empty text, and typing that was deleted before it was sent, is admitted', () => {
    scene = new DeskScene('')
    copy = scene.copy()
    textIn(copy).insert(0, 'gone')
    textIn(copy).delete(0, 4)
    textIn(copy).insert(0, 'kept')
    expect(scene.take(scene.missing(copy))).toMatchObject({ outcome: 'admitted', typedIn: [FIRST] })
    expect(scene.textOf()).toBe('kept')
    expect(Y.getState(scene.desk.store, copy.clientID)).toBe(8)
  })

  test('[DK1] who only deletes is no writer', () => {
    expect(scene.take(typed(copy, () => textIn(copy).delete(0, 6)))).toMatchObject({ outcome: 'admitted', typedIn: [] })
    expect(scene.textOf()).toBe('world')
    expect(findPrompt(scene.desk, FIRST)?.writers).toEqual([])
  })

  test('[DK1] undo and redo are typing like any other', () => {
    const undo = new Y.UndoManager(textIn(copy))
    for (const act of [() => textIn(copy).insert(0, 'x'), () => undo.undo(), () => undo.redo()])
      expect(scene.take(typed(copy, act))).toMatchObject({ outcome: 'admitted' })
    expect(scene.textOf()).toBe('xHello world')
  })

  test('[DK9] a repeat is nothing new, and of a part that is known only the rest is placed', () => {
    const first = typed(copy, () => textIn(copy).insert(0, 'abc'))
    const again = typed(copy, () => textIn(copy).insert(3, 'def'))
    scene.take(first)
    expect(scene.admit(first)).toEqual({ outcome: 'admitted', update: undefined, claims: [], typedIn: [], typing: [] })
    expect(scene.take(Y.mergeUpdates([first, again]))).toMatchObject({ outcome: 'admitted', claims: [] })
    expect(scene.textOf()).toBe('abcdefHello world')
  })

  test('[DK3] who may not prompt may answer the server with nothing new, and may not type or delete', () => {
    for (const role of ['view', 'comment'] as const) {
      expect(scene.admit(scene.missing(copy), { role })).toMatchObject({
        outcome: 'admitted',
        update: undefined,
      })
    }
    const insertion = typed(copy, () => textIn(copy).insert(0, 'x'))
    const other = scene.copy()
    const deletion = typed(other, () => textIn(other).delete(0, 1))
    for (const update of [insertion, deletion])
      expect(scene.admit(update, { role: 'comment' })).toMatchObject({ outcome: 'refused', code: 'forbidden' })
  })
})

describe('clientIDs', () => {
  test('[DK4] are of who was first seen with them, and never the server’s', () => {
    scene.take(typed(copy, () => textIn(copy).insert(0, 'a')))
    const more = typed(copy, () => textIn(copy).insert(0, 'b'))
    expect(scene.admit(more, { as: BOB })).toMatchObject({ outcome: 'refused', code: 'client_taken' })
    expect(scene.admit(more)).toMatchObject({ outcome: 'admitted', claims: [] })
    const clock = Y.getState(scene.desk.store, DESK_SERVER)
    const place = { origin: { client: DESK_SERVER, clock: clock - 1 } }
    const forged = encodeTyping(
      [{ clientId: DESK_SERVER, structs: [{ kind: 'typed', clock, length: 1, place, text: 'x' }] }],
      [],
    )
    expect(scene.admit(forged ?? new Uint8Array())).toMatchObject({ outcome: 'refused', code: 'client_taken' })
  })

  test('[DK4] of a load that nobody remembers are dead', () => {
    scene.take(typed(copy, () => textIn(copy).insert(0, 'a')))
    scene.owners.clear()
    expect(scene.admit(typed(copy, () => textIn(copy).insert(0, 'b')))).toMatchObject({ outcome: 'dead', claims: [] })
  })

  test('[DK4] one person cannot fill the desk with them', () => {
    for (let i = 0; i < 1000; i++) scene.owners.set(100_000 + i, ALICE)
    const update = typed(copy, () => textIn(copy).insert(0, 'a'))
    expect(scene.admit(update)).toMatchObject({ outcome: 'refused', code: 'too_large' })
    expect(scene.admit(update, { as: BOB })).toMatchObject({ outcome: 'admitted' })
  })
})

describe('what cannot be placed', () => {
  test('[DK5] typing into a prompt that was closed or is being sent is dead, and so is deleting in the latter', () => {
    const insertion = typed(copy, () => textIn(copy).insert(3, 'x'))
    const deletion = typed(copy, () => textIn(copy).delete(0, 3))
    markPromptSent(scene.desk, FIRST, BOB)
    for (const update of [insertion, deletion])
      expect(scene.take(update)).toMatchObject({ outcome: 'dead', update: undefined, claims: [] })
    markPromptSent(scene.desk, FIRST, undefined)
    expect(scene.admit(insertion)).toMatchObject({ outcome: 'admitted' })
    removePrompt(scene.desk, FIRST)
    expect(scene.take(insertion)).toMatchObject({ outcome: 'dead', update: undefined })
    expect(scene.take(deletion)).toEqual({
      outcome: 'admitted',
      update: undefined,
      claims: [],
      typedIn: [],
      typing: [],
    })
    expect(scene.textOf(SECOND)).toBe('Hello world')
  })

  test('[DK5] what a copy has given up itself, since it saw the prompt closed, is dead', () => {
    textIn(copy).insert(3, 'x')
    removePrompt(scene.desk, FIRST)
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(scene.desk))
    expect(scene.take(scene.missing(copy))).toMatchObject({ outcome: 'dead', update: undefined })
  })

  test('[DK5] a gap, an unknown neighbour and another desk are dead', () => {
    typed(copy, () => textIn(copy).insert(3, 'x'))
    const gap = typed(copy, () => textIn(copy).insert(3, 'y'))
    const other = new Y.Doc()
    other.clientID = 7001
    openPrompt(other, { id: FIRST, parentId: null, startedBy: BOB, startedAt: '', writers: [], text: 'old' })
    other.clientID = 7002
    const older = typed(other, () => textIn(other).insert(1, 'x'))
    for (const update of [gap, older]) {
      expect(scene.take(update)).toMatchObject({ outcome: 'dead', update: undefined, claims: [] })
      expect(scene.desk.store.pendingStructs).toBeNull()
    }
  })

  test('[DK5] what comes before it in the update is placed', () => {
    removePrompt(scene.desk, SECOND)
    const update = typed(copy, () => {
      textIn(copy).insert(0, 'before ')
      textIn(copy, SECOND).insert(0, 'dead')
      textIn(copy).insert(0, 'after ')
    })
    expect(scene.take(update)).toMatchObject({ outcome: 'dead', typedIn: [FIRST], claims: [copy.clientID] })
    expect(scene.textOf()).toBe('before Hello world')
    expect(scene.desk.store.pendingStructs).toBeNull()
  })

  test('[DK5] a deletion of what the desk never had is left out', () => {
    const update = encodeTyping([], [{ clientId: 31, clock: 4, length: 2 }])
    expect(scene.take(update ?? new Uint8Array())).toMatchObject({ outcome: 'admitted', update: undefined })
    expect(scene.desk.store.pendingDs).toBeNull()
  })
})

describe('bounds', () => {
  test('[DK8] what makes a prompt too long is dead and says so; replacing all of it is not too long', () => {
    const limits = { promptLength: 20 }
    const whole = typed(copy, () => {
      textIn(copy).delete(0, 11)
      textIn(copy).insert(0, 'x'.repeat(20))
    })
    expect(scene.take(whole, { limits })).toMatchObject({ outcome: 'admitted' })
    const more = scene.take(
      typed(copy, () => textIn(copy).insert(3, 'y')),
      { limits },
    )
    expect(more).toMatchObject({ outcome: 'dead', update: undefined, reason: { code: 'too_large' } })
    expect(more.outcome === 'dead' && more.reason?.message).toContain('20 characters')
    expect(scene.textOf()).toBe('x'.repeat(20))
  })

  test('[DK8] a desk that was edited too often takes no more', () => {
    const update = typed(copy, () => textIn(copy).insert(3, 'y'))
    expect(scene.admit(update, { limits: { structs: 10 } })).toMatchObject({ reason: { code: 'too_large' } })
  })
})
