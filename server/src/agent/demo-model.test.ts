import { expect, test } from 'vitest'
import { createDemoModel } from './demo-model.ts'
import type { ModelRequest } from './model.ts'

const request = (prompts: readonly string[], signal = new AbortController().signal): ModelRequest => ({
  messages: prompts.map((text) => ({ role: 'user', content: [{ type: 'text', text }] })),
  thinkingLevel: 'off',
  signal,
})

async function answer(prompts: readonly string[]): Promise<string> {
  let text = ''
  for await (const part of createDemoModel({ wordDelayMs: 0 }).stream(request(prompts)))
    if (part.type === 'text') text += part.text
  return text
}

test('[RN7] the demo model says what it is, and repeats what it was given', async () => {
  const one = await answer(['Plan A'])
  expect(one).toContain('This is the **demo model**')
  expect(one).toContain('You asked: “Plan A”')
  expect(one).toContain('The prompt in it:')
  const many = await answer(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(many).toContain('The last 5 of its 7 prompts:')
  expect(many).toContain('3. c')
  expect(many).not.toContain('2. b')
})

test('[RN7] it ends with an end, and stops at the signal', async () => {
  const parts = []
  for await (const part of createDemoModel({ wordDelayMs: 0 }).stream(request(['x']))) parts.push(part)
  expect(parts.at(-1)).toMatchObject({ type: 'end', stopReason: 'stop' })
  const abort = new AbortController()
  const stream = createDemoModel({ wordDelayMs: 0 }).stream(request(['x'], abort.signal))
  abort.abort()
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow()
})
