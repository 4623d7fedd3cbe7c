import { entryId, isFact, type EntryPayload } from '@coppice/shared'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHarness, messageEntry, userPayload, type Harness } from './testing/harness.ts'
import type { Session } from './types.ts'

let harness: Harness
let alice: Session

beforeEach(async () => {
  vi.useFakeTimers()
  harness = createHarness()
  harness.server.write(messageEntry('p', null))
  alice = await harness.joined('alice')
})

afterEach(() => {
  alice.close()
  vi.useRealTimers()
})

const refused = (code: string): unknown => expect.objectContaining({ name: 'SessionError', code })

describe('append', () => {
  test('[SY62] hangs below my leaf, moves the leaf, and is in the tree when it returns', () => {
    const first = alice.append(userPayload('one'))
    const second = alice.append(userPayload('two'))
    expect([first.parentId, second.parentId]).toEqual(['p', first.id])
    expect(alice.leaf.get()).toBe(second.id)
    expect(alice.tree.get().index.get(second.id)).toEqual(second)
    expect(second).toMatchObject({ author: 'alice', type: 'message' })
    harness.server.flush()
    expect(harness.server.doc.getMap('entries').get(second.id)).toEqual(second)
    expect(alice.status.get()).toEqual({ state: 'live' })
  })

  test('[SY62] a fact hangs below my leaf and leaves the leaf where it is', () => {
    const label = alice.append({ type: 'label', targetId: 'p', label: 'start' })
    expect(isFact(label)).toBe(true)
    expect(label.parentId).toBe('p')
    expect(alice.leaf.get()).toBe('p')
  })

  test('[SY62] a place may be named, and null starts a root', () => {
    const fork = alice.append(userPayload('again'), { parentId: null })
    expect(fork.parentId).toBeNull()
    expect(alice.leaf.get()).toBe(fork.id)
  })

  test('[SY62] a new label is stamped later than the one it replaces', () => {
    const first = alice.append({ type: 'label', targetId: 'p', label: 'a' })
    const second = alice.append({ type: 'label', targetId: 'p', label: 'b' })
    expect(Date.parse(second.timestamp)).toBeGreaterThan(Date.parse(first.timestamp))
    expect(alice.tree.get().index.labelOf(entryId('p'))).toBe('b')
  })

  test('[SY62] the entry shares nothing with the payload, and holds no undefined', () => {
    const content = [{ type: 'text', text: 'as written' }]
    const entry = alice.append({ type: 'message', message: { role: 'user', content }, extra: undefined })
    const [block] = content
    if (block !== undefined) block.text = 'changed later'
    expect(entry).toMatchObject({ message: { content: [{ text: 'as written' }] } })
    expect(Object.hasOwn(entry, 'extra')).toBe(false)
  })
})

describe('what the server would refuse', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  // Payloads as a program without types would give them.
  test.each<[string, string, unknown, string | null]>([
    ['too_large', 'an entry that is too large', userPayload('x'.repeat(1024 * 1024)), 'p'],
    ['parent_missing', 'a parent that is not there', userPayload('x'), 'nowhere'],
    ['id_used', 'an id that is taken', { ...userPayload('x'), id: entryId('p') }, 'p'],
    ['entry_invalid', 'a wrong shape', { type: 'message', message: { role: 'user', content: 7 } }, 'p'],
    ['entry_invalid', 'a type of our own making', { type: 'poem', text: 'x' }, 'p'],
    ['entry_invalid', 'what is not JSON', { type: 'custom', customType: 'x', data: cyclic }, 'p'],
    ['entry_invalid', 'half a surrogate pair', userPayload('\ud800'), 'p'],
  ])('[SY63] is refused here with %s: %s', (code, _what, payload, parentId) => {
    expect(() =>
      alice.append(payload as EntryPayload, { parentId: parentId === null ? null : entryId(parentId) }),
    ).toThrow(refused(code))
    expect(alice.unsaved.get()).toBe(0)
    expect(alice.tree.get().index.size).toBe(1)
    expect(alice.leaf.get()).toBe('p')
    harness.server.flush()
    expect(alice.status.get()).toEqual({ state: 'live' })
  })

  test('[SY63] so is what the role may not do', async () => {
    harness.server.role = 'comment'
    const bob = await harness.joined('bob')
    expect(() => bob.append(userPayload('x'))).toThrow(refused('forbidden'))
    bob.append({ type: 'custom', customType: 'coppice.comment', data: { text: 'nice' } })
    harness.server.flush()
    expect(bob.unsaved.get()).toBe(0)
    harness.server.role = 'view'
    const carol = await harness.joined('carol')
    expect(() => carol.append({ type: 'custom', customType: 'coppice.comment' })).toThrow(refused('forbidden'))
    bob.close()
    carol.close()
  })
})

test('[SY63] the size of the session counts what others write as well', async () => {
  harness.server.limits = { ...harness.server.limits, sessionBytes: 2_000 }
  const bob = await harness.joined('bob')
  bob.append(userPayload('x'.repeat(300)))
  harness.server.write({ ...messageEntry('big', 'p', 'carol', 1), note: 'y'.repeat(1_000) })
  harness.server.flush()
  expect(() => bob.append(userPayload('x'.repeat(300)))).toThrow(refused('too_large'))
  bob.close()
})

describe('moving', () => {
  test('[SY64] moveTo an unknown id throws not_found and changes nothing; null stands before the first entry', () => {
    const heard = vi.fn()
    alice.leaf.subscribe(heard)
    expect(() => alice.moveTo(entryId('nowhere'))).toThrow(refused('not_found'))
    expect(alice.leaf.get()).toBe('p')
    expect(heard).not.toHaveBeenCalled()
    alice.moveTo(null)
    expect(alice.leaf.get()).toBeNull()
    expect(alice.append(userPayload('a root')).parentId).toBeNull()
  })
})

describe('context', () => {
  test('[SY65] the same object until its path changes, and grown trees do not make it another', () => {
    const before = alice.context(entryId('p'))
    expect(before.items).toHaveLength(1)
    const reply = alice.append(userPayload('more'))
    expect(alice.context(entryId('p'))).toBe(before)
    expect(alice.context(reply.id).items).toHaveLength(2)
  })

  test('[SY65] a path that was cut is read again when the missing part arrives; an unknown leaf is not_found', () => {
    harness.server.write(messageEntry('child', 'late', 'bob', 2))
    harness.server.flush()
    expect(alice.context(entryId('child')).cut).toMatchObject({ reason: 'missing_parent' })
    expect(() => alice.context(entryId('late'))).toThrow(refused('not_found'))
    harness.server.write(messageEntry('late', 'p', 'bob', 1))
    harness.server.flush()
    expect(alice.context(entryId('child')).items).toHaveLength(3)
    expect(alice.context(entryId('late')).items).toHaveLength(2)
  })
})
