// Sends text while it is being made, so that a large file is never in memory as a whole and holds up nobody.
import { setImmediate } from 'node:timers/promises'

/** Characters that are gathered before they are sent, and made before others get a turn. */
const CHUNK = 64 * 1024

/** The pieces as UTF-8, made as fast as they are read. A reader that goes away ends the making. */
export function streamText(pieces: Iterable<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = pieces[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      await setImmediate()
      let text = ''
      while (text.length < CHUNK) {
        const next = iterator.next()
        if (next.done === true) {
          if (text !== '') controller.enqueue(encoder.encode(text))
          controller.close()
          return
        }
        text += next.value
      }
      controller.enqueue(encoder.encode(text))
    },
    cancel() {
      iterator.return?.()
    },
  })
}
