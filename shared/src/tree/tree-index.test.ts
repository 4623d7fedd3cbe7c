import { describe, expect, test } from 'vitest'
import type { Entry } from '../entry/entry.ts'
import { entryId } from '../entry/ids.ts'
import { factEntry, labelEntry, nameEntry, leafEntry, userEntry } from './sample-entries.ts'
import { TreeIndex } from './tree-index.ts'

const id = entryId

function indexOf(...entries: readonly Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  return index
}

describe('TreeIndex', () => {
  test('[TR1] every entry names its parent; roots name null, and there may be several', () => {
    const index = indexOf(userEntry('a', null, 1), userEntry('b', 'a', 2), userEntry('c', null, 3))
    expect(index.roots()).toEqual(['a', 'c'])
    expect(index.children(null)).toEqual(['a', 'c'])
    expect(index.children(id('a'))).toEqual(['b'])
    expect(index.parentOf(id('b'))).toBe('a')
    expect(index.parentOf(id('a'))).toBeNull()
    expect(index.parentOf(id('nobody'))).toBeUndefined()
    expect(index.depthOf(id('b'))).toBe(1)
  })

  test('[TR2] an id that is there is ignored, and nothing changes', () => {
    const index = indexOf(userEntry('a', null, 1, 'first'))
    const { version } = index
    expect(index.add(userEntry('a', null, 2, 'second'))).toBe(false)
    expect(index.version).toBe(version)
    expect(index.get(id('a'))).toEqual(userEntry('a', null, 1, 'first'))
    expect(index.add(userEntry('b', 'a', 2))).toBe(true)
    expect(index.version).toBeGreaterThan(version)
  })

  test('[TR3] an entry that arrives before its parent moves into place when the parent arrives', () => {
    const index = indexOf(userEntry('c', 'b', 3), userEntry('d', 'c', 4))
    expect(index.detached()).toEqual([{ topId: 'c', reason: 'missing_parent' }])
    expect(index.isDetached(id('d'))).toBe(true)
    expect(index.parentOf(id('c'))).toBeUndefined()
    expect(index.depthOf(id('d'))).toBe(1)
    index.add(userEntry('b', 'a', 2))
    expect(index.detached()).toEqual([{ topId: 'b', reason: 'missing_parent' }])
    index.add(userEntry('a', null, 1))
    expect(index.detached()).toEqual([])
    expect(index.isDetached(id('d'))).toBe(false)
    expect(index.pathTo(id('d')).map((entry) => entry.id)).toEqual(['a', 'b', 'c', 'd'])
    expect(index.depthOf(id('d'))).toBe(3)
    expect(index.counts()).toEqual({ entries: 4, roots: 1, detached: 0, tips: 1, branchPoints: 0, longestPath: 4 })
  })

  test.each([
    ['forwards', ['a', 'b', 'c', 'd', 'e']],
    ['backwards', ['e', 'd', 'c', 'b', 'a']],
    ['mixed', ['c', 'e', 'a', 'd', 'b']],
  ])('[TR4] a cycle is detached for ever, with the first of its entries as its top (%s)', (_, order) => {
    const parents: Record<string, string> = { a: 'c', b: 'a', c: 'b', d: 'b', e: 'd' }
    const index = indexOf(...order.map((name) => userEntry(name, parents[name] ?? null, name.codePointAt(0) ?? 0)))
    expect(index.detached()).toEqual([{ topId: 'a', reason: 'cycle' }])
    expect(index.pathTo(id('e')).map((entry) => entry.id)).toEqual(['a', 'b', 'd', 'e'])
    expect(index.pathTo(id('c')).map((entry) => entry.id)).toEqual(['a', 'b', 'c'])
    expect(index.depthOf(id('e'))).toBe(3)
    expect(index.children(id('c'))).toEqual([])
    expect(index.parentOf(id('a'))).toBeUndefined()
    expect(index.counts()).toEqual({ entries: 5, roots: 0, detached: 1, tips: 2, branchPoints: 1, longestPath: 0 })
    expect(index.newestTip()).toBe('e')
  })

  test('[TR4] an entry that names itself as its parent is a cycle of one', () => {
    const index = indexOf(userEntry('b', 'a', 2), userEntry('a', 'a', 1))
    expect(index.detached()).toEqual([{ topId: 'a', reason: 'cycle' }])
    expect(index.pathTo(id('b')).map((entry) => entry.id)).toEqual(['a', 'b'])
  })

  test('[TR4] a ring of facts whose only branch hangs on the link that opens it', () => {
    const index = indexOf(labelEntry('x', 'z', 1), labelEntry('y', 'x', 2), labelEntry('z', 'y', 3))
    expect(index.tips()).toEqual([])
    index.add(userEntry('u', 'z', 4))
    expect(index.tips()).toEqual(['u'])
    expect(index.pathTo(id('u')).map((entry) => entry.id)).toEqual(['x', 'y', 'z', 'u'])
    expect(index.newestTip()).toBe('u')
  })

  test('[TR5] siblings load by time and id, imported ones by their place in the file', () => {
    const index = indexOf(
      userEntry('a', null, 1),
      userEntry('late', 'a', 9),
      userEntry('y', 'a', 5),
      userEntry('x', 'a', 5),
      { ...userEntry('second', 'a', 2), source: { format: 'pi', line: 8 } },
      { ...userEntry('first', 'a', 7), source: { format: 'pi', line: 4 } },
    )
    expect(index.children(id('a'))).toEqual(['first', 'second', 'x', 'y', 'late'])
  })

  test('[TR5] siblings that arrive while one looks are appended after those already there', () => {
    const index = indexOf(userEntry('a', null, 1), userEntry('c', 'a', 5), userEntry('b', 'a', 3))
    index.markLive()
    index.add(userEntry('early', 'a', 2))
    expect(index.children(id('a'))).toEqual(['b', 'c', 'early'])
    index.add(userEntry('root', null, 0))
    expect(index.roots()).toEqual(['a', 'root'])
  })

  test('[TR6] facts hang where they were appended and are no branches', () => {
    const index = indexOf(userEntry('a', null, 1), userEntry('b', 'a', 2))
    index.add(labelEntry('l', 'a', 3, 'b', 'good'))
    index.add(factEntry('f', 'b', 4, 'coppice.comment'))
    expect(index.children(id('a'))).toEqual(['b', 'l'])
    expect(index.branches(id('a'))).toEqual(['b'])
    expect(index.branchPoints()).toEqual([])
    expect(index.tips()).toEqual(['b'])
    expect(index.newestTip()).toBe('b')
  })

  test('[TR6] a fact with a non-fact below it is a link of the chain', () => {
    const index = indexOf(labelEntry('l', null, 1), labelEntry('m', 'l', 2), userEntry('a', null, 3))
    expect(index.branches(null)).toEqual(['a'])
    index.add(userEntry('u', 'm', 4))
    expect(index.branches(null)).toEqual(['l', 'a'])
    expect(index.branches(id('l'))).toEqual(['m'])
    index.add(userEntry('v', 'l', 5))
    expect(index.branchPoints()).toEqual(['l'])
    expect(index.tips()).toEqual(['a', 'u', 'v'])
  })

  test('[TR7] without a known leaf one stands on the newest tip', () => {
    const index = new TreeIndex()
    expect(index.newestTip()).toBeNull()
    index.add(userEntry('a', null, 1))
    index.add(userEntry('b', 'a', 5))
    index.add(userEntry('c', 'a', 4))
    expect(index.newestTip()).toBe('b')
    index.add(labelEntry('l', 'c', 9))
    expect(index.newestTip()).toBe('b')
    index.add(userEntry('old', 'b', 2))
    expect(index.newestTip()).toBe('c')
  })

  test('[TR7] a tip whose own branch is only bookkeeping is stood on only when there is no other', () => {
    const index = new TreeIndex()
    index.add(factEntry('exit', 'a', 9, 'session_exit'))
    expect(index.newestTip()).toBe('exit')
    index.add(userEntry('a', null, 1))
    expect(index.newestTip()).toBe('exit')
    index.add(userEntry('b', 'a', 2))
    expect(index.newestTip()).toBe('b')
    index.add(factEntry('mark', 'b', 3, 'mark'))
    expect(index.newestTip()).toBe('mark')
  })

  test('[TR7] a leaf entry newer than every tip stands for its target', () => {
    const index = indexOf(userEntry('a', null, 1), userEntry('b', 'a', 2), leafEntry('l', 'b', 3, 'a'))
    expect(index.newestTip()).toBe('a')
    index.add(leafEntry('m', 'l', 4, null))
    expect(index.newestTip()).toBeNull()
    index.add(leafEntry('n', 'm', 5, 'nobody'))
    expect(index.newestTip()).toBe('b')
    index.add(userEntry('c', 'a', 6))
    expect(index.newestTip()).toBe('c')
  })

  test('[TR8] the latest label and name hold; a blank one clears', () => {
    const index = indexOf(userEntry('a', null, 1))
    index.add(labelEntry('l2', 'a', 5, 'a', ' later '))
    index.add(labelEntry('l1', 'a', 3, 'a', 'earlier'))
    expect(index.labelOf(id('a'))).toBe('later')
    index.add(labelEntry('l3', 'a', 6, 'a'))
    expect(index.labelOf(id('a'))).toBeUndefined()
    index.add(nameEntry('n1', 'a', 7, 'Two\nlines'))
    expect(index.sessionName()).toBe('Two lines')
    index.add(nameEntry('n2', 'a', 8, ''))
    expect(index.sessionName()).toBeUndefined()
  })

  test('[TR8] among imported facts the place in the file decides, against others the time', () => {
    const index = indexOf(
      { ...labelEntry('late-line', null, 1, 'a', 'file'), source: { format: 'pi', line: 9 } },
      { ...labelEntry('early-line', null, 8, 'a', 'older'), source: { format: 'pi', line: 2 } },
    )
    expect(index.labelOf(id('a'))).toBe('file')
    index.add(labelEntry('ours', null, 4, 'a', 'ours'))
    expect(index.labelOf(id('a'))).toBe('ours')
  })

  test('[PA1] a path runs root first, and to nothing it is empty', () => {
    const index = indexOf(userEntry('a', null, 1), userEntry('b', 'a', 2), userEntry('c', 'a', 3))
    expect(index.pathTo(id('c')).map((entry) => entry.id)).toEqual(['a', 'c'])
    expect(index.pathTo(null)).toEqual([])
    expect(index.pathTo(id('nobody'))).toEqual([])
  })

  test('[PA2] ancestors are strict, and the common ancestor may be one of the two', () => {
    const index = indexOf(
      userEntry('a', null, 1),
      userEntry('b', 'a', 2),
      userEntry('c', 'b', 3),
      userEntry('d', 'a', 4),
      userEntry('z', null, 5),
    )
    expect(index.isAncestor(id('a'), id('c'))).toBe(true)
    expect(index.isAncestor(id('a'), id('a'))).toBe(false)
    expect(index.isAncestor(id('c'), id('a'))).toBe(false)
    expect(index.isAncestor(id('d'), id('c'))).toBe(false)
    expect(index.isAncestor(id('nobody'), id('c'))).toBe(false)
    expect(index.commonAncestor(id('c'), id('d'))).toBe('a')
    expect(index.commonAncestor(id('c'), id('b'))).toBe('b')
    expect(index.commonAncestor(id('c'), id('c'))).toBe('c')
    expect(index.commonAncestor(id('c'), id('z'))).toBeNull()
  })

  test('[TR10] a chain of 100,000 entries works in any order', () => {
    const chain = Array.from({ length: 100_000 }, (_, n) => userEntry(`n${n}`, n === 0 ? null : `n${n - 1}`, n))
    const evenThenOdd = [...chain.filter((_, n) => n % 2 === 0), ...chain.filter((_, n) => n % 2 === 1)]
    for (const order of [chain, chain.toReversed(), evenThenOdd]) {
      const index = indexOf(...order.slice(0, 0))
      for (const entry of order) index.add(entry)
      expect(index.pathTo(id('n99999')).length).toBe(100_000)
      expect(index.depthOf(id('n99999'))).toBe(99_999)
      expect(index.counts().longestPath).toBe(100_000)
      expect(index.tips()).toEqual(['n99999'])
      expect(index.isAncestor(id('n0'), id('n99999'))).toBe(true)
    }
  })

  test('[TR10] so does one entry with 100,000 children', () => {
    const children = Array.from({ length: 100_000 }, (_, n) => userEntry(`n${n}`, 'a', n))
    const index = new TreeIndex()
    for (const entry of children.toReversed()) index.add(entry)
    index.add(userEntry('a', null, -1))
    expect(index.children(id('a'))).toEqual(children.map((entry) => entry.id))
    expect(index.counts().tips).toBe(100_000)
  })
})
