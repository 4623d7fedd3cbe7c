import { expect, test } from 'vitest'
import { bodyChunks } from './body-chunks.ts'

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

async function wholeOf(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bodyChunks(request, 6)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('[HT15] a body up to the limit is read whole, however it is cut', async () => {
  expect(await wholeOf(streamed(['ab', '', 'c', 'def']))).toBe('abcdef')
  expect(await wholeOf(new Request('http://localhost/'))).toBe('')
})

test('[HT15] beyond the limit the rest of a body is not read', async () => {
  let cancelled = false
  const request = streamed(['abc', 'def', 'g', 'never'], () => (cancelled = true))
  await expect(wholeOf(request)).rejects.toMatchObject({ code: 'too_large', details: { maxBytes: 6 } })
  expect(cancelled).toBe(true)
})

test('[HT15] a body that ends in the middle is refused in words: it is no fault of the server', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  })
  const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  await expect(wholeOf(new Request('http://localhost/', init))).rejects.toMatchObject({ code: 'bad_request' })
})
