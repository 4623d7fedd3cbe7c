// Why something was not accepted, in a sentence for whoever wrote it, and what to do about it. What the server said
// itself is for those who look into it.
import type { ErrorCode } from '@coppice/shared'

export interface RefusedWords {
  readonly why: string
  readonly next: string
}

const AGAIN = 'Copy the text and send it anew.'

export function refusedItemWords(code: ErrorCode): RefusedWords {
  switch (code) {
    case 'too_large':
      return { why: 'It is too large.', next: 'Copy it, and send it in parts.' }
    case 'forbidden':
      return {
        why: 'You may not write in this session.',
        next: 'Ask the session’s owner for a link that lets you write.',
      }
    case 'unauthenticated':
      return { why: 'The server does not know who you are.', next: 'Open your sign-in link or invite link again.' }
    case 'author_forged':
    case 'client_taken':
      return { why: 'It was written under another name than yours.', next: AGAIN }
    case 'id_used':
    case 'conflict':
      return { why: 'There is something else in its place already.', next: AGAIN }
    case 'parent_missing':
    case 'not_found':
      return { why: 'What it was written below is not on the server.', next: 'Copy the text and send it elsewhere.' }
    case 'time_out_of_bounds':
      return { why: 'Its time is not the server’s time.', next: 'Set the clock of this device, then send it anew.' }
    case 'rate_limited':
      return { why: 'Too much was sent at once.', next: 'Wait a minute, then send it anew.' }
    case 'gone':
      return { why: 'The place it was written for is closed.', next: AGAIN }
    case 'out_of_step':
    case 'overloaded':
    case 'storage':
    case 'stopping':
    case 'internal':
      return { why: 'It never arrived on the server.', next: AGAIN }
    default:
      return { why: 'The server does not take it as it is written.', next: AGAIN }
  }
}
