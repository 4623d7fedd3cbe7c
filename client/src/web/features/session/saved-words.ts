// What the top bar says about saving and the connection.
import { counted } from '../../words/number-words.ts'
import { clockTime } from '../../words/time-words.ts'
import type { SessionStatus } from '../../../sdk/types.ts'

export interface SavedWords {
  readonly tone: 'good' | 'waiting' | 'bad'
  readonly words: string
  /** More, for whoever points at it. */
  readonly hint: string
}

/** `unsaved`: entries of mine that the server has not acknowledged. */
export function savedWords(status: SessionStatus, unsaved: number): SavedWords {
  const waiting = `${unsaved} not yet saved`
  switch (status.state) {
    case 'connecting':
      return { tone: 'waiting', words: 'connecting', hint: 'The connection to the server is being opened.' }
    case 'live':
      return unsaved === 0
        ? { tone: 'good', words: 'saved', hint: 'Everything you see is saved on the server.' }
        : {
            tone: 'waiting',
            words: waiting,
            hint: `${counted(unsaved, 'entry', 'entries')} of yours on the way to the server.`,
          }
    case 'offline': {
      const since = `offline since ${clockTime(status.since)}, trying again`
      return {
        tone: 'waiting',
        words: unsaved === 0 ? since : `${since} · ${waiting}`,
        hint:
          unsaved === 0
            ? 'You can read, fork and write. It is sent when the connection is back. Keep this page open until then.'
            : `${counted(unsaved, 'entry', 'entries')} of yours will be sent when the connection is back. Keep this page open until then.`,
      }
    }
    case 'refused':
      return {
        tone: 'bad',
        words: `refused: ${status.message}`,
        hint: `${status.message} What you wrote since is kept on this device.`,
      }
    default:
      return status satisfies never
  }
}
