import { entryId, participantId, TreeIndex, type Entry, type ReplyDraft } from '@coppice/shared'
import { expect, test } from 'vitest'
import { answerNews, ForkWatch, spokenNews } from './news.ts'

const ME = participantId('me')
const MIA = participantId('mia')
const people = new Map([[MIA, { name: 'Mia', color: 2, kind: 'human' as const }]])

function say(id: string, parent: string | null, author = ME, more: object = {}): Entry {
  return {
    id: entryId(id),
    parentId: parent === null ? null : entryId(parent),
    timestamp: '2026-01-01T00:00:00.000Z',
    author,
    type: 'message',
    message: { role: id.startsWith('a') ? 'assistant' : 'user', content: id, ...more },
  }
}

function treeOf(...entries: Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  index.markLive()
  return index
}

function draft(id: string): ReplyDraft {
  return {
    id: entryId(id),
    parentId: entryId('p1'),
    runId: id,
    author: participantId('agent:demo'),
    startedBy: ME,
    startedAt: '2026-01-01T00:00:00.000Z',
    model: 'demo',
    text: '',
    thinking: '',
  }
}

test('[UI44] the end of an answer is told with its branch, and how it ended', () => {
  const seen = (more: object) => ({
    index: treeOf(say('p1', null), say('a1', 'p1', ME, more)),
    people,
    me: ME,
    live: true,
  })
  expect(answerNews([draft('a1')], [], seen({}))[0]).toMatch(/^Answer on [a-z0-9]+ finished$/)
  expect(answerNews([draft('a1')], [], seen({ stopReason: 'aborted' }))[0]).toMatch(/was stopped$/)
  expect(answerNews([draft('a1')], [], seen({ stopReason: 'error' }))[0]).toMatch(/failed$/)
  expect(answerNews([draft('a1')], [draft('a1')], seen({}))).toEqual([])
  expect(answerNews([draft('a9')], [], seen({}))).toEqual([])
})

test('[UI44] a branch that another begins is told with its turn; my own, and what was there, are not', () => {
  const index = treeOf(say('p1', null), say('a1', 'p1'), say('p2', 'a1'), say('p3', 'a1', MIA))
  const watch = new ForkWatch()
  expect(watch.news({ index, people, me: ME, live: true })).toEqual([])
  index.add(say('p4', 'a1', MIA))
  expect(watch.news({ index, people, me: ME, live: true })).toEqual(['Mia forked at turn 1'])
  expect(watch.news({ index, people, me: ME, live: true })).toEqual([])
  index.add(say('p5', 'a1', ME))
  index.add(say('p6', null, MIA))
  expect(watch.news({ index, people, me: ME, live: true })).toEqual(['Mia forked at the start'])
})

test('[UI106] news that come together are sentences that end once, and what is left out is counted as news', () => {
  expect(spokenNews(['2 entries sent.', 'Answer on k7f finished'])).toBe('2 entries sent. Answer on k7f finished.')
  expect(spokenNews(['1 entry of yours not accepted', 'b', 'c', 'd', 'e'])).toBe(
    '1 entry of yours not accepted. b. c. 2 more pieces of news.',
  )
  expect(spokenNews([])).toBe('')
})
