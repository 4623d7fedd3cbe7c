import { entryId, TreeIndex, type EntryId, type ReplyDraft } from '@coppice/shared'
import { expect, test } from 'vitest'
import type { PeerPresence } from '../../../sdk/types.ts'
import { AGENT, FakeTree, ME, PEOPLE } from './fake/fake-tree.ts'
import { marksOf } from './marks.ts'
import { Newness } from './newness.ts'
import { outlineOf } from './outline.ts'
import { Segments } from './segments.ts'

function sample() {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root') // 0
  const mine = tree.answer(root.id, 'mine') // 1
  const other = tree.answer(root.id, 'other') // 2
  const nested = tree.prompt(other.id, ME, 'nested') // 3
  tree.prompt(other.id, ME, 'second nested') // 4
  const index = new TreeIndex()
  for (const entry of tree.entries) index.add(entry)
  index.markLive()
  const segments = new Segments()
  segments.follow(index, true)
  const newness = new Newness()
  newness.start(segments.cut)
  const marks = (
    presence: readonly PeerPresence[],
    replies: readonly ReplyDraft[] = [],
    onlyHere: readonly EntryId[] = [],
  ) => {
    const outline = outlineOf(segments.cut, { endId: mine.id, choices: new Map() })
    const byRow = marksOf({ outline, cut: segments.cut, presence, replies, newness, onlyHere })
    return new Map([...byRow].map(([row, mark]) => [outline.rows[row]?.key ?? '', mark]))
  }
  return { tree, index, segments, newness, marks, mine, other, nested }
}

function peer(clientId: number, leafId: EntryId | null, name = 'Mia'): PeerPresence {
  const [id, person] = [...PEOPLE].find(([, { name: known }]) => known.startsWith(name)) ?? []
  if (id === undefined || person === undefined) throw new Error(`nobody called ${name}`)
  return {
    clientId,
    user: { id, ...person },
    leafId,
    viewId: null,
    writing: false,
    readingId: null,
    away: false,
    caret: null,
  }
}

function reply(parentId: EntryId): ReplyDraft {
  const at = '2026-11-30T13:00:00.000Z'
  return {
    id: parentId,
    parentId,
    runId: 'r',
    author: AGENT,
    startedBy: ME,
    startedAt: at,
    model: 'm',
    text: '',
    thinking: '',
  }
}

test('[UI7] others stand on the row of their leaf, or on the folded row that hides it, each once', () => {
  const s = sample()
  const marks = s.marks([peer(1, s.mine.id), peer(2, s.nested.id), peer(3, s.nested.id), peer(4, s.other.id, 'Jo')])
  expect(marks.get('t:0')?.people.map(({ name }) => name)).toEqual(['Mia Kern'])
  expect(marks.get('b:2')?.people.map(({ name }) => name)).toEqual(['Mia Kern', 'Jo Lind'])
})

test('[UI7] someone before the first entry, or on an entry that is not there yet, is on no row', () => {
  const s = sample()
  expect(s.marks([peer(1, null), peer(2, entryId('not there'))])).toEqual(new Map())
})

test('[UI7] an answer that streams in a folded branch shows on the row that hides it', () => {
  const s = sample()
  expect(s.marks([], [reply(s.nested.id)]).get('b:2')?.answering).toBe(1)
})

test('[UI7] what arrived in a branch since one looked is counted on its row until one looks', () => {
  const s = sample()
  expect(s.marks([])).toEqual(new Map())
  s.index.add(s.tree.answer(s.nested.id, 'late'))
  s.index.add(s.tree.answer(s.other.id, 'a third nested branch'))
  s.segments.follow(s.index, true)
  expect(s.marks([]).get('b:2')?.fresh).toBe(2)
  for (const branch of s.segments.cut.branches) s.newness.look(branch, branch.chain.length - 1)
  expect(s.marks([])).toEqual(new Map())
})

test('[UI83] what is only on this device is marked on its row, or on the row it is folded away in', () => {
  const { marks, mine, other, nested } = sample()
  const marked = marks([], [], [mine.id, other.id, nested.id])
  expect([...marked.values()].reduce((sum, mark) => sum + mark.onlyHere, 0)).toBe(3)
  expect(marks([], [], [])).toEqual(new Map())
})
