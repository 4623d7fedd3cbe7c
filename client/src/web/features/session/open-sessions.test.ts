import { participantId } from '@coppice/shared'
import { expect, test, vi } from 'vitest'
import type { Session } from '../../../sdk/types.ts'
import { fakeSession, type FakeSession } from '../tree/fake/fake-session.ts'
import { FakeTree, ME } from '../tree/fake/fake-tree.ts'
import { OpenSessions } from './open-sessions.ts'

const mine = [new FakeTree(1, '').prompt(null, ME, 'mine')]

function setUp() {
  const joined: (FakeSession & { readonly closed: ReturnType<typeof vi.fn> })[] = []
  const open = new OpenSessions((): Session => {
    const closed = vi.fn()
    const session = Object.assign(fakeSession(), { close: closed, closed })
    joined.push(session)
    return session
  }, new EventTarget())
  return { open, joined }
}

test('[UI74] a session that is left is closed, unless something in it would be lost: then as soon as nothing would', () => {
  const { open, joined } = setUp()
  const first = open.enter(fakeSession().id, ME)
  open.leave(first)
  expect(joined[0]?.closed).toHaveBeenCalledOnce()

  open.leave(open.enter(first.id, ME))
  const second = open.enter(first.id, ME)
  joined[2]?.setKeeping({ kind: 'memory' })
  joined[2]?.setUnsaved(mine)
  open.leave(second)
  expect(joined[2]?.closed).not.toHaveBeenCalled()
  joined[2]?.setUnsaved([])
  expect(joined[2]?.closed).toHaveBeenCalledOnce()
})

test('[UI74] who comes back to a session that is still joined finds it as it was', () => {
  const { open, joined } = setUp()
  const session = open.enter(fakeSession().id, ME)
  joined[0]?.setKeeping({ kind: 'memory' })
  joined[0]?.setUnsaved(mine)
  open.leave(session)
  expect(open.enter(session.id, ME)).toBe(session)
  joined[0]?.setUnsaved([])
  expect(joined[0]?.closed).not.toHaveBeenCalled()
  open.leave(session)
  expect(joined[0]?.closed).toHaveBeenCalledOnce()
  expect(joined).toHaveLength(1)
})

test('[UI74] another person on the same page gets a session of their own', () => {
  const { open, joined } = setUp()
  const session = open.enter(fakeSession().id, ME)
  const other = open.enter(session.id, participantId('p-mia'))
  expect(other).not.toBe(session)
  expect(joined[0]?.closed).toHaveBeenCalledOnce()
  open.leave(session)
  expect(joined[1]?.closed).not.toHaveBeenCalled()
})
