import { expect, test } from 'vitest'
import { fakeSession } from '../tree/fake/fake-session.ts'
import { FakeTree, ME } from '../tree/fake/fake-tree.ts'
import { createStore } from '../../../sdk/store.ts'
import { guardLeaving, warnWhile } from './leave-guard.ts'

const mine = [new FakeTree(1, '').prompt(null, ME, 'mine')]

function warns(page: EventTarget): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  page.dispatchEvent(event)
  return event.defaultPrevented
}

test('[UI74] leaving warns exactly while something is unsaved and this device does not keep it', () => {
  const session = fakeSession()
  const page = new EventTarget()
  guardLeaving(session, page)
  expect(warns(page)).toBe(false)
  session.setUnsaved(mine)
  expect(warns(page)).toBe(false)
  session.setKeeping({ kind: 'memory', trouble: 'full' })
  expect(warns(page)).toBe(true)
  session.setUnsaved([])
  expect(warns(page)).toBe(false)
  session.setKeeping({ kind: 'opening' })
  session.setUnsaved(mine)
  expect(warns(page)).toBe(true)
  session.setKeeping({ kind: 'kept' })
  expect(warns(page)).toBe(false)
})

test('[UI74] two sessions on one page are guarded each on its own, and the end of a guard ends its warning', () => {
  const page = new EventTarget()
  const one = fakeSession()
  const other = fakeSession()
  const ends = [one, other].map((session) => {
    session.setKeeping({ kind: 'memory' })
    session.setUnsaved(mine)
    return guardLeaving(session, page)
  })
  ends[0]?.()
  expect(warns(page)).toBe(true)
  other.setUnsaved([])
  expect(warns(page)).toBe(false)
})

test('[UI102] leaving warns while a draft is not kept', () => {
  const page = new EventTarget()
  const unkept = createStore(0)
  warnWhile(() => unkept.get() > 0, [unkept], page)
  expect(warns(page)).toBe(false)
  unkept.set(1)
  expect(warns(page)).toBe(true)
  unkept.set(0)
  expect(warns(page)).toBe(false)
})
