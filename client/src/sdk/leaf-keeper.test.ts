import { entryId, TreeIndex, type Entry, type EntryId } from '@coppice/shared'
import { beforeEach, describe, expect, test } from 'vitest'
import { LeafKeeper } from './leaf-keeper.ts'
import { messageEntry } from './testing/harness.ts'

let index: TreeIndex
let leaf: LeafKeeper

const add = (...entries: readonly Entry[]): void => entries.forEach((entry) => index.add(entry))
const id = (text: string): EntryId => entryId(text)
const isAgent = (author: string): boolean => author === 'agent'

function label(name: string, parentId: string): Entry {
  const { id, parentId: parent, author, timestamp } = messageEntry(name, parentId, 'bob', 9)
  return { type: 'label', id, parentId: parent, author, timestamp, targetId: parentId, label: 'good' }
}

beforeEach(() => {
  index = new TreeIndex()
  leaf = new LeafKeeper(index)
  add(messageEntry('p', null), messageEntry('a', 'p', 'bob', 1), messageEntry('b', 'p', 'bob', 2))
})

describe('the first place', () => {
  test('[SY50] is the first known one of those remembered, else the newest tip', () => {
    leaf.settle([undefined, id('a')])
    expect(leaf.get()).toBe('a')
    leaf.settle([id('lost'), undefined, id('p')])
    expect(leaf.get()).toBe('p')
    leaf.settle([id('lost'), undefined])
    expect(leaf.get()).toBe('b')
    leaf.settle([id('lost'), null])
    expect(leaf.get()).toBeNull()
  })

  test('[SY50] is never a fact but what the fact hangs below, and null in an empty session', () => {
    add(label('l', 'a'), label('m', 'l'))
    leaf.settle([id('m')])
    expect(leaf.get()).toBe('a')
    const empty = new LeafKeeper(new TreeIndex())
    empty.settle([id('a')])
    expect(empty.get()).toBeNull()
  })
})

describe('a run takes the leaf along', () => {
  beforeEach(() => leaf.settle([id('a')]))

  test('[SY51] step by step, each when its entry is there', () => {
    leaf.carry(id('a'), id('r1'))
    leaf.carry(id('r1'), id('r2'))
    expect(leaf.get()).toBe('a')
    add(messageEntry('r1', 'a', 'agent', 3))
    leaf.takeSteps()
    expect(leaf.get()).toBe('r1')
    add(messageEntry('r2', 'r1', 'agent', 4))
    leaf.takeSteps()
    expect(leaf.get()).toBe('r2')
  })

  test('[SY51] only while I stand where the run came from', () => {
    add(messageEntry('r1', 'a', 'agent', 3))
    leaf.stand(id('b'))
    leaf.carry(id('a'), id('r1'))
    expect(leaf.get()).toBe('b')
    leaf.stand(id('a'))
    leaf.carry(id('a'), id('late'))
    leaf.stand(id('b'))
    leaf.stand(id('a'))
    add(messageEntry('late', 'a', 'agent', 5))
    leaf.takeSteps()
    expect(leaf.get()).toBe('a')
  })

  test('[SY51] of two runs from one place the first to arrive does, and the other does not block what follows', () => {
    leaf.carry(id('a'), id('r1'))
    leaf.carry(id('a'), id('s1'))
    add(messageEntry('s1', 'a', 'agent', 3))
    leaf.takeSteps()
    expect(leaf.get()).toBe('s1')
    add(messageEntry('r1', 'a', 'agent', 3), messageEntry('s2', 's1', 'agent', 4))
    leaf.carry(id('s1'), id('s2'))
    leaf.takeSteps()
    expect(leaf.get()).toBe('s2')
  })
})

describe('coming back', () => {
  beforeEach(() => {
    leaf.settle([id('a')])
    leaf.away()
    add(messageEntry('r1', 'a', 'agent', 3), messageEntry('r2', 'r1', 'agent', 4))
  })

  test('[SY52] moves on along answers of agents that were written while I was away', () => {
    leaf.back(id('r2'), isAgent)
    expect(leaf.get()).toBe('r2')
  })

  test('[SY52] stays when a person wrote in between, when the place is elsewhere or unknown, or when I moved', () => {
    add(messageEntry('q', 'r2', 'bob', 5))
    for (const place of [id('q'), id('b'), id('lost'), null, undefined]) leaf.back(place, isAgent)
    expect(leaf.get()).toBe('a')
    leaf.stand(id('a'))
    leaf.back(id('r2'), isAgent)
    expect(leaf.get()).toBe('a')
  })
})
