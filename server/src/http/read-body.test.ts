import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

function streamed(chunks: readonly string[], onCancel: () => void = () => undefined): Request {
  const left = [...chunks]
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = left.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(new TextEncoder().encode(next))
    },
    cancel: onCancel,
  })
  const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  return new Request('http://localhost/', init)
}

test('[HT15] a body up to the limit is read whole, however it is cut', async () => {
  const bytes = await readBody(streamed(['ab', '', 'c', 'def']), 6)
  expect(new TextDecoder().decode(bytes)).toBe('abcdef')
  expect(await readBody(new Request('http://localhost/'), 6)).toHaveLength(0)
})

test('[HT15] beyond the limit the rest of a body is not read', async () => {
  let cancelled = false
  const request = streamed(['abc', 'def', 'g', 'never'], () => (cancelled = true))
  await expect(readBody(request, 6)).rejects.toMatchObject({ code: 'too_large', details: { maxBytes: 6 } })
  expect(cancelled).toBe(true)
})
