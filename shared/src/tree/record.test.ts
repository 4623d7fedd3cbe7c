import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { prompt } from '../admission/scene.ts'
import { checkEntry, type Entry } from '../entry/entry.ts'
import { entriesOf, onEntriesAdded, putEntry } from './record.ts'

function entry(id: string): Entry {
  const check = checkEntry(prompt(id, null))
  if (!check.ok) throw new Error(check.problem)
  return check.entry
}

function listened(doc: Y.Doc): string[][] {
  const heard: string[][] = []
  onEntriesAdded(doc, (entries) => heard.push(entries.map(({ id }) => id)))
  return heard
}

test('[TR13] the entries of one transaction are told together, in the order of the update', () => {
  const [from, to] = [new Y.Doc(), new Y.Doc()]
  const heard = listened(to)
  for (const id of ['b', 'a']) putEntry(from, entry(id))
  Y.applyUpdate(to, Y.encodeStateAsUpdate(from))
  putEntry(to, entry('c'))
  expect(heard).toEqual([['b', 'a'], ['c']])
})

test('[TR13] an entry that two docs hold is told once, and what replaces or removes one is not told', () => {
  const [first, second, to] = [new Y.Doc(), new Y.Doc(), new Y.Doc()]
  const heard = listened(to)
  putEntry(first, entry('a'))
  putEntry(second, entry('a'))
  const both = Y.mergeUpdates([Y.encodeStateAsUpdate(first), Y.encodeStateAsUpdate(second)])
  Y.applyUpdate(to, both)
  expect(heard).toEqual([['a']])
  putEntry(to, entry('a'))
  entriesOf(to).delete('a')
  expect(heard).toEqual([['a']])
})
