import { entryId, participantId, TreeIndex, type Entry, type ReplyDraft } from '@coppice/shared'
import { expect, test } from 'vitest'
import { awaitedReply, forkFrom, targetOf, targetWords } from './target.ts'

function say(id: string, parent: string | null, role: 'user' | 'assistant', second: number): Entry {
  return {
    id: entryId(id),
    parentId: parent === null ? null : entryId(parent),
    timestamp: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
    author: participantId(role),
    type: 'message',
    message: { role, content: `text of ${id}` },
  }
}

/** p1 ─ a1 ─ p2 ─ a2, and p3 beside p2. */
function tree(): TreeIndex {
  const index = new TreeIndex()
  for (const entry of [
    say('p1', null, 'user', 1),
    say('a1', 'p1', 'assistant', 2),
    say('p2', 'a1', 'user', 3),
    say('a2', 'p2', 'assistant', 4),
    say('p3', 'a1', 'user', 5),
  ])
    index.add(entry)
  return index
}

test('[UI42] the composer says in words where the next prompt lands', () => {
  const index = tree()
  const words = (parent: string | null): string =>
    targetWords(targetOf(index, parent === null ? null : entryId(parent), true))
  expect(words('a2')).toMatch(/^to [a-z0-9]{3,} after turn 2$/)
  expect(words('p3')).toMatch(/^to [a-z0-9]{3,} after turn 2$/)
  expect(words('a1')).toBe('new branch after turn 1')
  expect(words(null)).toBe('new branch from the start')
  expect(words('gone')).toBe('where you stand')
  expect(targetWords(targetOf(new TreeIndex(), null, true))).toBe('the first prompt of this session')
})

test('[UI43] a prompt is asked again beside itself with its own text; an answer is continued from, with none', () => {
  const index = tree()
  expect(forkFrom(index, entryId('p2'))).toEqual({ fromId: 'p2', parentId: 'a1', text: 'text of p2' })
  expect(forkFrom(index, entryId('p1'))).toEqual({ fromId: 'p1', parentId: null, text: 'text of p1' })
  expect(forkFrom(index, entryId('a1'))).toEqual({ fromId: 'a1', parentId: 'a1', text: '' })
  expect(forkFrom(index, entryId('gone'))).toBeUndefined()
})

test('[UI100] an answer is waited for while there is a connection; without one, one writes on beside it', () => {
  const [prompt, other] = [entryId('p2'), entryId('p3')]
  const reply: ReplyDraft = {
    id: entryId('a'),
    parentId: prompt,
    runId: 'r',
    author: participantId('model'),
    startedBy: participantId('user'),
    startedAt: '2026-11-30T13:00:00.000Z',
    model: 'm',
    text: '',
    thinking: '',
  }
  expect(awaitedReply([reply], prompt, { state: 'live' })).toBe(reply)
  expect(awaitedReply([reply], other, { state: 'live' })).toBeUndefined()
  expect(awaitedReply([reply], prompt, { state: 'offline', since: 0 })).toBeUndefined()
  expect(awaitedReply([reply], prompt, { state: 'connecting' })).toBeUndefined()
})
