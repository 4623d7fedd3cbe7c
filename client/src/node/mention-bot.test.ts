import { entryText } from '@coppice/shared'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { comeBack, goAway, settle } from '../sdk/testing/device-harness.ts'
import { createHarness, messageEntry } from '../sdk/testing/harness.ts'
import { answerMentions } from '../../examples/mention-bot.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('[SY97] a mention that cannot be answered now is answered once it can, and nothing falls over it', async () => {
  const harness = createHarness()
  harness.server.role = 'view'
  const bot = await harness.joined('echo')
  const end = await answerMentions(bot)
  const mention = messageEntry('m', null)
  harness.server.write({ ...mention, type: 'message', message: { role: 'user', content: '@echo hello' } })
  await settle(harness)
  expect(bot.tree.get().index.size).toBe(1)
  harness.server.role = 'prompt'
  goAway(harness)
  await comeBack(harness)
  const { index } = bot.tree.get()
  const answers = index.branches(mention.id).flatMap((id) => index.get(id) ?? [])
  expect(answers.map((entry) => entryText(entry))).toEqual(['You said: hello'])
  end()
  bot.close()
})
