import { expect, test } from 'vitest'
import { textBlock } from '../build/anthropic-blocks.ts'
import { callArguments } from './call-arguments.ts'
import { imageBlock } from './image-url.ts'
import { blockPart, splitTurn, type TurnPart } from './split-turn.ts'
import { usageField } from './usage.ts'

const call = (id: string): TurnPart => blockPart({ type: 'toolCall', id, name: 'f', arguments: {} })
const answer = (callId: string): TurnPart => ({ kind: 'result', callId, content: [textBlock('x')], isError: false })
const words = (text: string): TurnPart => blockPart(textBlock(text))
const end = { about: { model: 'm', timestamp: 7 }, last: { usage: { input: 1, output: 2 } }, stopReason: 'stop' }

test('[FM118] a turn becomes replies and results: calls side by side stay together, only the last reply has the usage', () => {
  const messages = splitTurn([words('a'), call('1'), answer('1'), call('2'), answer('2'), words('b')], end)
  expect(messages.map(({ message }) => message)).toMatchObject([
    { role: 'assistant', model: 'm', content: [{ text: 'a' }, { id: '1' }, { id: '2' }], stopReason: 'toolUse' },
    { role: 'toolResult', toolCallId: '1', timestamp: 7 },
    { role: 'toolResult', toolCallId: '2' },
    { role: 'assistant', content: [{ text: 'b' }], stopReason: 'stop', usage: { output: 2 } },
  ])
  expect(messages[0]?.['message']).not.toHaveProperty('usage')
  expect(splitTurn([], end)).toMatchObject([{ message: { content: [], stopReason: 'stop', usage: {} } }])
  expect(splitTurn([call('1')], end)).toMatchObject([{ message: { stopReason: 'toolUse' } }])
  expect(splitTurn([call('1'), answer('1')], { ...end, stopReason: 'error' })).toMatchObject([
    { message: { stopReason: 'error', usage: {} } },
    {},
  ])
})

test('[FM118] tokens are counted as Pi counts them, under the names of every API', () => {
  const openAi = { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } }
  expect(usageField(openAi)).toMatchObject({ usage: { input: 6, cacheRead: 4, output: 5, totalTokens: 15 } })
  const anthropic = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 4, cache_creation_input_tokens: 3 }
  expect(usageField(anthropic)).toMatchObject({ usage: { input: 10, cacheRead: 4, cacheWrite: 3, totalTokens: 22 } })
  expect(usageField({ prompt_eval_count: 1 })).toMatchObject({ usage: { input: 1, output: 0 } })
  for (const none of [undefined, null, 7, {}, { prompt_tokens: 'many' }]) expect(usageField(none)).toEqual({})
})

test('[FM118] an address that holds the image is one, any other is named; arguments are an object', () => {
  expect(imageBlock('data:image/svg+xml;base64,AA==')).toEqual({
    type: 'image',
    data: 'AA==',
    mimeType: 'image/svg+xml',
  })
  expect(imageBlock('https://example.org/a.png')).toEqual(textBlock('[Image: https://example.org/a.png]'))
  expect(imageBlock('data:text/plain,x', 'a.txt')).toEqual(textBlock('[Image: a.txt]'))
  expect([undefined, '', '{"a":1}', '[1]', 'x', 7, { b: 2 }].map(callArguments)).toEqual([
    {},
    {},
    { a: 1 },
    { input: '[1]' },
    { input: 'x' },
    { input: 7 },
    { b: 2 },
  ])
})
