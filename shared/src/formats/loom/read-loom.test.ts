import { expect, test } from 'vitest'
import { entryId } from '../../entry/ids.ts'
import { isTimed } from '../../entry/base.ts'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { importText, treeOf } from '../testing/sample-file.ts'
import { byModel, HOISTED, loomNode, STORY, tree } from './sample.ts'

const read = (value: object): ImportedSession => importText(JSON.stringify(value))
const pathOf = ({ entries, leafId }: ImportedSession): string[] =>
  treeOf(...entries)
    .pathTo(leafId)
    .map(({ id }) => id)
const find = ({ entries }: ImportedSession, id: string) => entries.find((entry) => entry.id === id)

test('[FM107] a Loom tree keeps its shape, and one stands on the selected node', () => {
  const session = read(STORY)
  const index = treeOf(...session.entries)
  expect(index.branches(entryId('n1'))).toEqual(['n2', 'n3', 'n4'])
  expect(pathOf(session)).toEqual(['n0', 'n1', 'n3'])
  expect(session).toMatchObject({ title: 'The tree', createdAt: '2026-02-13T20:57:01.000Z' })
  expect(session.report).toMatchObject({ read: 6, kept: 8, repaired: [], keptAsIs: [] })
  const lost = read({ ...STORY, selected_node_id: 'gone' })
  expect(lost.leafId).toBe('n3')
  expect(lost.report.keptAsIs[0]?.message).toContain('gone')
})

test('[FM107] a Loom tree may be as deep as its text is long, and wide', () => {
  const depth = 20_000
  const open = Array.from({ length: depth }, (_, at) => `{"id":"d${at}","text":"x","children":[`).join('')
  const session = importText(`{"selected_node_id":"d${depth - 1}","root":${open}${']}'.repeat(depth)}}`)
  expect(pathOf(session)).toHaveLength(depth)
  const wide = read(
    tree(
      loomNode(
        'n0',
        'x',
        Array.from({ length: 3000 }, (_, at) => loomNode(`w${at}`, 'y')),
      ),
    ),
  )
  expect(treeOf(...wide.entries).branches(entryId('n0'))).toHaveLength(3000)
})

test('[FM108] a piece is what a person or a model wrote, its source says; empty ones are nodes without words', () => {
  const session = read(STORY)
  expect(find(session, 'n0')).toMatchObject({ type: 'custom', customType: 'loom.empty', parentId: null })
  expect(find(session, 'n1')).toMatchObject({ message: { role: 'user', content: 'The tree ' } })
  expect(find(session, 'n2')).toMatchObject({
    timestamp: '2026-02-13T20:57:02.000Z',
    message: { role: 'assistant', model: 'davinci:x', content: [{ text: 'was old.' }], stopReason: 'length' },
    source: { fields: { generation: { id: 'r1' }, response: { prompt: 'The tree ' }, visited: true } },
  })
  expect(find(session, 'n3')).toMatchObject({ message: { stopReason: 'stop' } })
  expect(find(session, 'n3')?.source?.fields).not.toHaveProperty('response')
  expect(find(session, 'n4')).toMatchObject({ message: { role: 'assistant' }, timestamp: '2026-02-13T20:57:01.000Z' })
  expect(find(session, 'n5')).toMatchObject({
    message: { role: 'user', content: [{ text: ' Nobody heard.' }, { text: '[File: tree.png]' }, { text: 'It' }] },
  })
  expect(find(session, 'n0')).toMatchObject({
    source: { fields: { conversation: { preferences: {}, model_responses: { r9: { id: 'r9' } } } } },
  })
  const { items } = projectContext(treeOf(...session.entries), session.leafId)
  expect(items.map(({ entryId: id }) => id)).toEqual(['n1', 'n3'])
  const old = { meta: { generation: { model: 'ada', finish_reason: 'length' } } }
  expect(find(read(tree(loomNode('n0', 'x', [], old))), 'n0')).toMatchObject({
    message: { role: 'assistant', model: 'ada', stopReason: 'length' },
  })
})

test('[FM109] chapters, bookmarks, tags and the canonical path are labels', () => {
  const labels = read(STORY).entries.flatMap((entry) => (entry.type === 'label' ? [[entry.targetId, entry.label]] : []))
  expect(labels).toEqual([
    ['n1', 'canonical'],
    ['n3', 'Height, bookmark, read, fine'],
  ])
})

test('[FM110] what Loom had folded or hoisted is unfolded, and the selected node is found', () => {
  const session = read(HOISTED)
  const index = treeOf(...session.entries)
  expect(pathOf(session)).toEqual(['h1', 'h2', 'h3'])
  expect(index.branches(entryId('h2'))).toEqual(['h3', 'h4'])
  expect(find(session, 'n7')).toMatchObject({ parentId: 'h3' })
  expect(find(session, 'h3')).toMatchObject({
    source: { fields: { folds: [{ id: 'mask', text: 'Once upon ', hoisted: true }] } },
  })
  expect(session.report.repaired).toMatchObject([{ message: expect.stringContaining('unfolded') }])
  const twice = tree({ ...loomNode('m2', '', [loomNode('n8', 'z')]), masked_head: HOISTED['root'], tail_id: 'n7' })
  expect(pathOf(read({ ...twice, selected_node_id: 'n8' }))).toEqual(['h1', 'h2', 'h3', 'n7', 'n8'])
  expect(read({ ...HOISTED, selected_node_id: 'mask' }).leafId).toBe('h3')
  const broken = tree({
    ...loomNode('m', 'Once', [loomNode('n7', 'a', [], byModel(1, 0))]),
    masked_head: {},
    tail_id: 'x',
  })
  expect(find(read(broken), 'n7')).toMatchObject({ parentId: 'm' })
})

test('[FM138] pieces of a Loom tree without times say so, and so do their labels', () => {
  const bare = read({ root: { id: 'a', text: 'The ', bookmark: true, children: [{ id: 'b', text: 'tree' }] } })
  expect(bare.entries.map(({ type }) => type)).toContain('label')
  expect(bare.entries.map(isTimed)).toEqual([false, false, false])
  expect(read(STORY).entries.every(isTimed)).toBe(true)
})
