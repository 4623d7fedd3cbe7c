import { entryId, participantId, type Entry, type Message } from '@coppice/shared'
import { expect, test } from 'vitest'
import { turnAt, TurnSplitter } from './turns.ts'

function message(message: Message): Entry {
  const author = participantId('anna')
  return { id: entryId('e'), parentId: null, timestamp: '2026-11-30T13:00:00.000Z', author, type: 'message', message }
}
const prompt = message({ role: 'user', content: 'Go on' })
const answer = message({ role: 'assistant', content: 'Done' })
const setting: Entry = { ...prompt, type: 'thinking_level_change', thinkingLevel: 'high' }

function split(...entries: Entry[]) {
  const splitter = new TurnSplitter()
  for (const entry of entries) splitter.push(entry)
  return splitter.turns
}

test('[UI3] a turn is a prompt and everything up to the next prompt', () => {
  expect(split(prompt, answer, answer, setting, prompt, answer)).toEqual([
    { from: 0, promptAt: 0 },
    { from: 4, promptAt: 4 },
  ])
})

test('[UI3] settings before the first prompt belong to its turn', () => {
  expect(split(setting, setting, prompt, answer)).toEqual([{ from: 0, promptAt: 2 }])
})

test('[UI3] a branch that begins with another answer begins in the middle of a turn', () => {
  expect(split(answer, prompt)).toEqual([
    { from: 0, promptAt: -1 },
    { from: 1, promptAt: 1 },
  ])
})

test('[UI3] two prompts in a row are two turns', () => {
  expect(split(prompt, prompt)).toHaveLength(2)
})

test('[UI3] every place of a chain is in the turn that begins last before it', () => {
  const turns = split(prompt, answer, prompt, answer, answer, prompt)
  expect([0, 1, 2, 3, 4, 5].map((at) => turnAt(turns, at))).toEqual([0, 0, 1, 1, 1, 2])
})
