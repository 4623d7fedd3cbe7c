import { expect, test } from 'vitest'
import { streamText } from './stream-text.ts'

test('[FM65] a file is sent while it is made, in its order, and an end of its reader ends the making', async () => {
  const parts = Array.from({ length: 5_000 }, (_, n) => `${n} größer `.repeat(5))
  expect(await new Response(streamText(parts)).text()).toBe(parts.join(''))
  expect(await new Response(streamText([])).text()).toBe('')

  let made = 0
  let isEnded = false
  function* endless(): Generator<string> {
    try {
      for (;;) {
        made += 1
        yield 'x'.repeat(1_000)
      }
    } finally {
      isEnded = true
    }
  }
  const reader = streamText(endless()).getReader()
  await reader.read()
  await reader.cancel()
  expect(isEnded).toBe(true)
  expect(made).toBeLessThan(1_000)
})
