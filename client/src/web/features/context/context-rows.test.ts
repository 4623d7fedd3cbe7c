import {
  entryId,
  participantId,
  projectContext,
  TreeIndex,
  type Entry,
  type Message,
  type Person,
} from '@coppice/shared'
import { expect, test } from 'vitest'
import { contextRows } from './context-rows.ts'
import { contextShares } from './context-shares.ts'

const ANNA = participantId('anna')
const people = new Map<typeof ANNA, Person>([[ANNA, { name: 'Anna', color: 0, kind: 'human' }]])

function entry(id: string, parent: string | null, message: Message): Entry {
  return {
    id: entryId(id),
    parentId: parent === null ? null : entryId(parent),
    timestamp: '2026-01-01T00:00:00.000Z',
    author: ANNA,
    type: 'message',
    message,
  }
}

/** A prompt, a stopped answer, a call, its result, an answer; and a label in between. */
function tree(): TreeIndex {
  const index = new TreeIndex()
  for (const each of [
    entry('p', null, { role: 'user', content: 'the prompt' }),
    entry('x', 'p', { role: 'assistant', content: 'half an', stopReason: 'aborted' }),
    entry('c', 'x', {
      role: 'assistant',
      content: [{ type: 'toolCall', id: '1', name: 'read', arguments: {} }],
      model: 'm1',
    }),
    entry('r', 'c', { role: 'toolResult', toolCallId: '1', content: 'a long file '.repeat(40) }),
    entry('a', 'r', { role: 'assistant', content: 'the answer', model: 'm1' }),
  ])
    index.add(each)
  return index
}

test('[UI45] the context panel lists what is given in order, by writer, and what is left out with its reason', () => {
  const index = tree()
  const rows = contextRows({ context: projectContext(index, entryId('a')), index, people })
  const told = rows.map((row) =>
    row.kind === 'heading' ? `${row.words} ${row.count}` : `${row.entryId} ${row.writer.kind} ${row.note ?? ''}`.trim(),
  )
  expect(told).toEqual([
    'Included 4',
    'p person',
    'c person',
    'r tool',
    'a person',
    'Left out 1',
    'x person an answer that failed or was stopped',
  ])
})

test('[UI45] the shares of the bar add up to the whole, and an imported answer is its model’s', () => {
  const index = tree()
  const context = projectContext(index, entryId('a'))
  const shares = contextShares(context, index, people)
  expect(shares.reduce((sum, share) => sum + share.tokens, 0)).toBe(context.tokens)
  expect(shares.map((share) => share.words).sort()).toEqual(['Anna', 'Tool output', 'm1'])
  expect(shares[0]?.words).toBe('Tool output')
})

test('[UI8] a writer’s name that turns the direction of writing says so in the rows and the shares', () => {
  const index = tree()
  const context = projectContext(index, entryId('a'))
  const turned = new Map<typeof ANNA, Person>([[ANNA, { name: 'A\u202E', color: 0, kind: 'human' }]])
  const [, first] = contextRows({ context, index, people: turned })
  expect(first).toMatchObject({ writer: { person: { name: 'A⟨U+202E⟩' } } })
  expect(contextShares(context, index, turned).map((share) => share.words)).toContain('A⟨U+202E⟩')
})

test('[UI124] what a tool put into the context is not shown as a person’s', () => {
  const index = new TreeIndex()
  index.add(entry('p', null, { role: 'user', content: 'the prompt' }))
  index.add({
    id: entryId('m'),
    parentId: entryId('p'),
    timestamp: '2026-01-01T00:00:00.000Z',
    author: ANNA,
    type: 'custom_message',
    customType: 'claude-code.meta',
    content: 'a skill',
    display: true,
  })
  const context = projectContext(index, entryId('m'))
  const rows = contextRows({ context, index, people })
  expect(rows.flatMap((row) => (row.kind === 'entry' ? [row.writer.kind] : []))).toEqual(['person', 'extension'])
  expect(contextShares(context, index, people).map(({ words }) => words)).toContain('Added by tools')
})

test('[UI150] of a long context only the rows that are looked at are put into words', () => {
  const index = tree()
  const context = projectContext(index, entryId('a'))
  let read = 0
  const counting = {
    get: (id: Parameters<TreeIndex['get']>[0]) => {
      read += 1
      return index.get(id)
    },
  }
  const rows = contextRows({ context, index: counting, people })
  expect([rows.length, read]).toEqual([7, 0])
  const [, first] = rows
  expect(first).toMatchObject({ words: 'the prompt', tokens: context.items[0]?.tokens })
  expect(read).toBe(1)
})
