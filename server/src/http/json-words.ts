// What is wrong with a body that should be JSON, in words for whoever wrote it.
import { SessionError } from '@coppice/shared'

/** Throws `bad_request` with the place where the text stops being JSON, where that is known. */
export function checkJson(text: string): void {
  if (text.trim() === '') throw new SessionError('bad_request', 'The body is empty. Send a JSON object, such as {}.')
  try {
    JSON.parse(text)
  } catch (error) {
    throw new SessionError('bad_request', problemOf(text, error instanceof Error ? error.message : ''), {
      cause: error,
    })
  }
}

/** @param found what the parser says; only its numbers are taken over */
function problemOf(text: string, found: string): string {
  const position = Number(/at position (\d+)/.exec(found)?.[1] ?? Number.NaN)
  if (/end of JSON/.test(found) || position >= text.trimEnd().length)
    return 'The body is no valid JSON: it ends too early. Send the whole of it.'
  if (Number.isNaN(position)) return 'The body is no valid JSON. Send a JSON object, such as {}.'
  const before = text.slice(0, position).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return `The body is no valid JSON from line ${before.length}, column ${column} on. Mend it there and send it again.`
}
