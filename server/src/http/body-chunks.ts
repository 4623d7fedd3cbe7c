// Reads a body that may be large, chunk by chunk, and stops at a limit.
import { SessionError } from '@coppice/shared'

/**
 * The body as it arrives. Throws `bad_request` where it breaks off, `too_large` at the first byte beyond the limit, or at once when the request says how
 * much it brings, without reading the rest.
 */
export async function* bodyChunks(request: Request, maxBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  let length = 0
  // Leaving the loop by an error cancels the stream.
  for await (const chunk of arriving(request)) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

/** What fails here is the connection of who sends. */
async function* arriving({ body }: Request): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    yield* body ?? []
  } catch (cause) {
    throw new SessionError('bad_request', 'The upload ended before all of it was here. Send it again.', { cause })
  }
}

function tooLarge(maxBytes: number): SessionError {
  return new SessionError(
    'too_large',
    `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB, which is the most the server takes. Send it in parts.`,
    {
      details: { maxBytes },
    },
  )
}
