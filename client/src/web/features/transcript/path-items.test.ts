import { checkEntry, entryId, participantId, TreeIndex, type Entry, type Message } from '@coppice/shared'
import { expect, test } from 'vitest'
import { AGENT, FakeTree, ME } from '../tree/fake/fake-tree.ts'
import { likelyHeight } from './item-size.ts'
import type { Item } from './items.ts'
import { draftItem, PathItems } from './path-items.ts'
import { Reading } from './reading.ts'

let made = 0

function entry(payload: object, author = participantId('anna')): Entry {
  made += 1
  const timestamp = new Date(Date.UTC(2026, 10, 30, 13, 0, made)).toISOString()
  const check = checkEntry({ id: entryId(`e${made}`), parentId: null, timestamp, author, ...payload })
  if (!check.ok) throw new Error(check.problem)
  return check.entry
}
function message(message: Message): Entry {
  return entry({ type: 'message', message }, message.role === 'user' ? undefined : AGENT)
}
const prompt = () => message({ role: 'user', content: 'Go on' })
const answer = (text = 'Done') => message({ role: 'assistant', content: text, model: 'sonnet' })
const call = (id: string) =>
  message({ role: 'assistant', model: 'sonnet', content: [{ type: 'toolCall', id, name: 'read', arguments: {} }] })
const result = (id: string, text = 'content') => message({ role: 'toolResult', toolCallId: id, content: text })

function itemsFor(...path: Entry[]): readonly Item[] {
  const builder = new PathItems(null)
  for (const part of path) builder.push(part)
  return builder.soFar().items
}
const kinds = (items: readonly Item[]) => items.map(({ kind }) => kind)

test('[UI14] a prompt, an answer, a command, a note and a setting are one item each', () => {
  const items = itemsFor(
    entry({ type: 'model_change', provider: 'p', modelId: 'm' }),
    prompt(),
    answer(),
    message({ role: 'bashExecution', command: 'ls', output: '' }),
    entry({ type: 'compaction', summary: 'short' }),
    entry({ type: 'branch_summary', fromId: 'x', summary: 'learnt' }),
    entry({ type: 'custom_message', customType: 'note', content: 'hi' }),
    message({ role: 'system', content: 'be brief' }),
    message({ role: 'of-another-tool' }),
  )
  expect(kinds(items)).toEqual(['setting', 'prompt', 'reply', 'bash', 'note', 'note', 'note', 'note', 'note'])
})

test('[UI115] what a chat shows and no model is given is a note; types of other tools are called in words', () => {
  const items = itemsFor(
    entry({ type: 'custom', customType: 'sillytavern.hidden', data: { name: 'Jo', text: 'Between us' } }),
    entry({ type: 'custom', customType: 'loom.empty' }),
    entry({ type: 'custom_message', customType: 'codex.agent-message', content: 'Done' }),
    entry({ type: 'custom_message', customType: 'of-an-extension', content: 'hi' }),
  )
  expect(items.map((item) => (item.kind === 'note' ? [item.title, item.text] : item.kind))).toEqual([
    ['Hidden from the model', 'Between us'],
    ['Message from an agent', 'Done'],
    ['of-an-extension', 'hi'],
  ])
})

test('[UI14] facts, and messages an extension does not display, are not shown', () => {
  const hidden = [
    entry({ type: 'label', targetId: 'x', label: 'y' }),
    entry({ type: 'session_info', name: 'z' }),
    entry({ type: 'usage', kind: 'k', usage: {} }),
    entry({ type: 'custom', customType: 'coppice.comment' }),
    entry({ type: 'custom', customType: 'other.fact' }),
    entry({ type: 'leaf', targetId: null }),
    entry({ type: 'custom_message', customType: 'n', content: 'hi', display: false }),
  ]
  expect(itemsFor(...hidden)).toEqual([])
})

test('[UI14] settings that follow each other are one line', () => {
  const items = itemsFor(
    entry({ type: 'model_change', provider: 'p', modelId: 'm' }),
    entry({ type: 'thinking_level_change', thinkingLevel: 'high' }),
    prompt(),
  )
  expect(kinds(items)).toEqual(['setting', 'prompt'])
})

test('[UI15] a result is shown under its call, and on its own when its call is not on the path', () => {
  const items = itemsFor(prompt(), call('a'), result('a', 'found'), result('b'))
  expect(kinds(items)).toEqual(['prompt', 'reply', 'result'])
  const reply = items[1]
  const part = reply?.kind === 'reply' ? reply.reply.parts[0] : undefined
  expect(part?.kind === 'call' ? part.call.result?.content : undefined).toBe('found')
})

test('[UI14] steps of one answer follow each other without a header of their own; the first tells what all took', () => {
  const items = itemsFor(prompt(), call('a'), result('a'), answer(), prompt(), answer())
  const replies = items.flatMap((item) => (item.kind === 'reply' ? [item] : []))
  expect(replies.map(({ continues }) => continues)).toEqual([false, true, false])
  expect(replies.map(({ totals }) => totals?.ms)).toEqual([3_000, undefined, 1_000])
})

test('[UI16] an answer that is not whole says why', () => {
  const states = [
    message({ role: 'assistant', content: 'a', stopReason: 'aborted', errorMessage: 'Stopped by Jo' }),
    message({ role: 'assistant', content: 'a', stopReason: 'aborted' }),
    message({ role: 'assistant', content: [], stopReason: 'error', errorMessage: 'Rate limit' }),
    message({ role: 'assistant', content: 'a', stopReason: 'length' }),
    message({ role: 'assistant', content: 'a', stopReason: 'length', errorMessage: 'Stopped by Jo' }),
    message({ role: 'assistant', content: 'a', stopReason: 'stop' }),
  ].map((part) => {
    const item = itemsFor(part)[0]
    return item?.kind === 'reply' && item.reply.state.kind === 'broken' ? item.reply.state.words : undefined
  })
  expect(states).toEqual([
    'Stopped by Jo',
    'Stopped before it was done',
    'Rate limit',
    'Cut off before it was done',
    'Stopped by Jo',
    undefined,
  ])
})

test('[UI17] an answer that is being written has the key and the shape of the entry it becomes', () => {
  const asked = prompt()
  const done = answer('The whole text')
  const draft = draftItem(
    {
      id: done.id,
      parentId: asked.id,
      runId: 'r',
      author: AGENT,
      startedBy: ME,
      startedAt: done.timestamp,
      model: 'sonnet',
      text: 'The whole text',
      thinking: '',
    },
    itemsFor(asked).at(-1),
  )
  const [, item] = itemsFor(asked, done)
  if (item?.kind !== 'reply') throw new Error('no answer')
  expect(draft.key).toBe(item.key)
  expect(draft.continues).toBe(item.continues)
  expect(draft.reply.parts).toEqual(item.reply.parts)
  expect([draft.reply.author, draft.reply.model]).toEqual([item.reply.author, item.reply.model])
})

test('[UI6] a path that does not begin at a root says so above its first entry', () => {
  const builder = new PathItems('missing_parent')
  builder.push(prompt())
  expect(kinds(builder.soFar().items)).toEqual(['cut', 'prompt'])
})

test('[UI14] a path read as it grows has the items of the path read at once', () => {
  let steps = 0
  let shared = 0
  for (let seed = 1; seed <= 20; seed += 1) {
    const tree = new FakeTree(seed)
    const index = new TreeIndex()
    const reading = new Reading()
    for (let step = 0; step < 12; step += 1) {
      for (const part of tree.grow(4, 0.1)) index.add(part)
      const endId = index.newestTip()
      const before = reading.itemsOn(index, endId).items
      const whole = new PathItems(null)
      for (const part of index.pathTo(endId)) whole.push(part)
      expect(before, `seed ${seed}, step ${step}`).toEqual(whole.soFar().items)
      expect(reading.itemsOn(index, endId).items).toBe(before)
      steps += 1
      if (before.length > 8) shared += 1
    }
  }
  expect(steps).toBe(240)
  expect(shared).toBeGreaterThan(50)
})

test('[UI14] a missing parent that arrives puts the rest of the path above', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const parent = tree.answer(root.id, 'parent')
  const end = tree.prompt(parent.id, ME, 'end')
  const index = new TreeIndex()
  index.add(end)
  const reading = new Reading()
  expect(kinds(reading.itemsOn(index, end.id).items)).toEqual(['cut', 'prompt'])
  index.add(parent)
  index.add(root)
  expect(kinds(reading.itemsOn(index, end.id).items)).toEqual(['prompt', 'reply', 'prompt'])
})

test('[UI137] where the file has no time an answer shows none, and took none', () => {
  const untimed = (message: Message): Entry =>
    entry({ type: 'message', message, source: { format: 'messages', line: 1, timed: false } })
  const [, reply] = itemsFor(
    untimed({ role: 'user', content: 'Go on' }),
    untimed({ role: 'assistant', content: 'Yes' }),
  )
  expect(reply).toMatchObject({ kind: 'reply', reply: { timestamp: null }, totals: { ms: 0 } })
  const [, timed] = itemsFor(prompt(), answer())
  expect(timed).toMatchObject({ reply: { timestamp: expect.any(String) }, totals: { ms: 1_000 } })
})

test('[UI138] who answered in the file it came from is shown, and another one does not continue the answer', () => {
  const by = (name: string): Entry =>
    entry({
      type: 'message',
      message: { role: 'assistant', content: name },
      source: { format: 'messages', line: 1, author: { id: name, name, kind: 'agent' } },
    })
  const items = itemsFor(by('planner'), by('planner'), by('critic'))
  expect(items).toMatchObject([
    { continues: false, reply: { speaker: { name: 'planner (imported)', kind: 'agent' } } },
    { continues: true },
    { continues: false, reply: { speaker: { name: 'critic (imported)' } } },
  ])
  expect(itemsFor(answer())).toMatchObject([{ reply: { speaker: undefined } }])
})

test('[UI153] summaries and notes that an older Pi kept as messages are called in words, and their words are shown', () => {
  const items = itemsFor(
    message({ role: 'branchSummary', summary: 'Tried **B**', fromId: 'x' }),
    message({ role: 'compactionSummary', summary: 'So far', tokensBefore: 9 }),
    message({ role: 'custom', customType: 'codex.context', content: [{ type: 'text', text: 'Be brief' }] }),
    message({ role: 'of-another-tool', body: { n: 1 } }),
  )
  expect(items.map((item) => (item.kind === 'note' ? [item.title, item.text] : item.kind))).toEqual([
    ['Summary of another branch', 'Tried **B**'],
    ['Summary of what came before', 'So far'],
    ['Written by Codex', 'Be brief'],
    ['of-another-tool', '```json\n{\n  "role": "of-another-tool",\n  "body": {\n    "n": 1\n  }\n}\n```'],
  ])
})

test('[UI167] an item that was not measured is guessed to be as high as its lines and the gaps between paragraphs', () => {
  const heightOf = (text: string): number => {
    const [item] = itemsFor(answer(text))
    if (item === undefined) throw new Error('no item')
    return likelyHeight(item)
  }
  const one = heightOf('A line.')
  expect(heightOf('A line.\nAnother.') - one).toBe(23)
  expect(heightOf('A line.\n\nAnother.') - one).toBe(23 + 8)
  expect(heightOf('A line.\n\n'.repeat(30)) - one).toBeLessThanOrEqual(29 * 31 + 16)
  expect(heightOf('x'.repeat(200)) - one).toBe(2 * 23)
})
