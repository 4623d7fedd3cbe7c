import { expect, test } from 'vitest'
import type { Message } from '../entry/message.ts'
import { isContextMessage, type OtherRoleMessage } from './context-message.ts'
import { toModelMessages, type ModelMessage } from './to-model.ts'
import { messageTokens, textTokens } from './tokens.ts'

function sent(...messages: readonly (Message | OtherRoleMessage)[]): ModelMessage[] {
  const items = messages.filter(isContextMessage).map((message) => ({ entryId: null, message, tokens: 0 }))
  return toModelMessages({ items, model: { provider: 'p', modelId: 'm' } })
}

test('[CX9] text, images, calls and results keep their order and their ids', () => {
  const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }
  const file = { type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'image/png' }
  expect(
    sent(
      { role: 'user', content: [{ type: 'text', text: 'look' }, image] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I will' },
          { type: 'toolCall', id: 't1', name: 'read', arguments: { path: 'a' } },
        ],
      },
      { role: 'toolResult', toolCallId: 't1', content: [{ type: 'text', text: 'out' }, image] },
    ),
  ).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'look' }, file] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I will' },
        { type: 'tool-call', toolCallId: 't1', toolName: 'read', input: { path: 'a' } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 't1',
          toolName: 'read',
          output: { type: 'content', value: [{ type: 'text', text: 'out' }, file] },
        },
      ],
    },
  ])
})

test('[CX9] an error result sends its text only, an empty one says so', () => {
  const result = { role: 'toolResult' as const, toolCallId: 't1', toolName: 'x' }
  const outputs = sent(
    { ...result, content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }], isError: true },
    { ...result, content: null },
  ).map((message) => message.role === 'tool' && message.content[0]?.output)
  expect(outputs).toEqual([
    { type: 'error-text', value: '(no output)' },
    { type: 'text', value: '(no output)' },
  ])
})

test('[CX9] thinking goes back to the model that signed it and to no other', () => {
  const content = [
    { type: 'thinking' as const, thinking: 'hm', thinkingSignature: 'sig' },
    { type: 'thinking' as const, thinking: 'unsigned' },
    { type: 'text' as const, text: 'so' },
  ]
  expect(sent({ role: 'assistant', content, provider: 'p', model: 'm' })).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm', providerOptions: { p: { signature: 'sig' } } },
        { type: 'text', text: 'so' },
      ],
    },
  ])
  expect(sent({ role: 'assistant', content, provider: 'p', model: 'other' })).toEqual([
    { role: 'assistant', content: [{ type: 'text', text: 'so' }] },
  ])
  expect(sent({ role: 'assistant', content: content.slice(0, 2), provider: 'q', model: 'm' })).toEqual([])
})

test('[CX9] a command is told with its output, its end, and where the rest is', () => {
  const bash = { role: 'bashExecution' as const, command: 'make' }
  expect(sent({ ...bash, output: 'done', exitCode: 0 })).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Ran `make`\n```\ndone\n```' }] },
  ])
  const texts = sent(
    { ...bash, output: '', exitCode: 2 },
    { ...bash, output: 'a ```` b', cancelled: true, exitCode: 1, truncated: true, fullOutputPath: '/tmp/all' },
  ).map((message) => message.role === 'user' && message.content[0]?.type === 'text' && message.content[0].text)
  expect(texts[0]).toBe('Ran `make`\n(no output)\n\nCommand exited with code 2')
  expect(texts[1]).toContain('`````\na ```` b\n`````\n\n(command cancelled)\n\n')
  expect(texts[1]).toContain('/tmp/all')
})

test('[CX9] summaries stand in tags, system messages are content and sections, nothing is sent empty', () => {
  const messages = sent(
    { role: 'compactionSummary', summary: 'S', tokensBefore: 1 },
    { role: 'branchSummary', summary: 'B', fromId: 'x' },
    { role: 'system', content: 'rules', sections: { tools: 'use them', gone: null } },
    { role: 'system', content: null },
    { role: 'user', content: null },
    { role: 'custom', customType: 'x', content: 'note' },
  )
  expect(messages.map(({ role }) => role)).toEqual(['user', 'user', 'system', 'user', 'user'])
  expect(JSON.stringify(messages[0])).toContain('<summary>\\nS\\n</summary>')
  expect(JSON.stringify(messages[1])).toContain('<summary>\\nB\\n</summary>')
  expect(messages[2]?.content).toBe('rules\n\nuse them')
  expect(messages[3]?.content).toEqual([{ type: 'text', text: '(empty message)' }])
  expect(messages[4]?.content).toEqual([{ type: 'text', text: 'note' }])
})

test('[CX13] the estimate of a long text is near that of the whole', () => {
  const sentences = Array.from({ length: 400 }, (_, n) => `Sentence ${n} tells of item ${n * 7} in a list. `)
  const short = textTokens(sentences.slice(0, 40).join(''))
  const long = textTokens(sentences.join(''))
  expect(long / short).toBeGreaterThan(9)
  expect(long / short).toBeLessThan(11)
  expect(messageTokens({ role: 'user', content: [{ type: 'image', data: 'A', mimeType: 'image/png' }] })).toBe(1200)
})
