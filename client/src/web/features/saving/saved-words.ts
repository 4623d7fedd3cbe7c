// What is said about saving and the connection: a word in the top bar, and the sentences behind it.
import type { Keeping, SessionStatus } from '../../../sdk/types.ts'
import { counted } from '../../words/number-words.ts'
import { clockTime } from '../../words/time-words.ts'

export interface SavedWords {
  readonly tone: 'good' | 'waiting' | 'bad'
  /** A few words for the bar. */
  readonly words: string
  /** Fewer, for a small screen. */
  readonly short: string
  /** The same as a heading. */
  readonly title: string
  /** What that means, and what to do. */
  readonly hint: string
}

export interface SavedFacts {
  readonly status: SessionStatus
  /** Entries of mine that the server has not acknowledged. */
  readonly unsaved: number
  readonly keeping: Keeping
  /** This page had been in step with the server. */
  readonly synced: boolean
}

/** Where what is not saved is: "on this device", or "in this page" while the device does not keep it. */
export function hereWords(keeping: Keeping): string {
  return keeping.kind === 'kept' ? 'on this device' : 'in this page'
}

/** "3 entries are only on this device", or only in this page when the device keeps nothing. */
export function onlyHereWords(unsaved: number, keeping: Keeping): string {
  return `${counted(unsaved, 'entry is', 'entries are')} only ${hereWords(keeping)}`
}

/** Of one or several that were not accepted: where they stay, and what that asks for. */
export function staysWords(many: number, keeping: Keeping): string {
  const [they, stay, them] = many === 1 ? ['It', 'stays', 'it'] : ['They', 'stay', 'them']
  return keeping.kind === 'kept'
    ? `${they} ${stay} on this device.`
    : `${they} ${stay} in this page only: copy or export ${them} before you close it.`
}

export function savedWords(facts: SavedFacts): SavedWords {
  const said = wordsFor(facts)
  const { status, unsaved } = facts
  return { ...said, short: status.state === 'offline' && unsaved > 0 ? `offline · ${unsaved}` : said.words }
}

function wordsFor({ status, unsaved, keeping, synced }: SavedFacts): Omit<SavedWords, 'short'> {
  const onlyHere = onlyHereWords(unsaved, keeping)
  const [are, stay] =
    unsaved === 1 ? ['It is sent by itself', 'it stays'] : ['They are sent by themselves', 'they stay']
  const stays =
    keeping.kind === 'kept' ? `You may close this page: ${stay} on this device.` : 'Keep this page open until then.'
  switch (status.state) {
    case 'connecting':
      if (isStartingOver(status, synced))
        return {
          tone: 'waiting',
          words: 'starting over',
          title: 'Starting over with a fresh copy',
          hint: 'The server refused something that was written here. All of it is kept; what can be saved is sent again.',
        }
      return {
        tone: 'waiting',
        words: unsaved === 0 ? 'connecting' : `connecting · ${unsaved} only here`,
        title: unsaved === 0 ? 'Connecting' : onlyHere,
        hint: 'The connection to the server is being opened.',
      }
    case 'live':
      return unsaved === 0
        ? {
            tone: 'good',
            words: 'saved',
            title: 'Everything is saved',
            hint: 'All that you see is on the server.',
          }
        : {
            tone: 'waiting',
            words: `${unsaved} not yet saved`,
            title: `${counted(unsaved, 'entry is', 'entries are')} not yet saved`,
            hint: 'On the way to the server.',
          }
    case 'offline':
      return {
        tone: 'waiting',
        words: unsaved === 0 ? 'offline' : `offline · ${unsaved} only here`,
        title: unsaved === 0 ? `Offline since ${clockTime(status.since)}` : onlyHere,
        hint:
          unsaved === 0
            ? 'You can read, search, fork, write and label. It is sent by itself when the connection is back.'
            : `Offline since ${clockTime(status.since)}. ${are} when the connection is back. ${stays}`,
      }
    case 'refused':
      return {
        tone: 'bad',
        words: status.code === 'unauthenticated' ? 'signed out' : 'refused',
        title: status.code === 'unauthenticated' ? 'You are signed out' : 'The server does not let you in any more',
        hint: refusedWords(status, unsaved, keeping),
      }
    default:
      return status satisfies never
  }
}

/** A page that was in step connects anew only after a refusal, with a fresh copy of the session. */
export function isStartingOver(status: SessionStatus, synced: boolean): boolean {
  return status.state === 'connecting' && synced
}

/** What a refusal of the whole session means for what was written. */
export function refusedWords(
  { code, message }: { readonly code: string; readonly message: string },
  unsaved: number,
  keeping: Keeping,
): string {
  const kept = unsaved === 0 ? '' : ` ${onlyHereWords(unsaved, keeping)}.`
  if (code !== 'unauthenticated') return `${message}${kept}`
  const back = 'Open your sign-in link or invite link again in this browser, then come back to this page.'
  return `${back}${kept}`
}

/** How to keep what is written when the device does not; undefined while it does. */
export function keepingWords(keeping: Keeping, unsaved: number): string | undefined {
  if (keeping.kind !== 'memory') return undefined
  const load = `load the page again${unsaved > 0 ? ' once everything is saved' : ''}`
  switch (keeping.trouble) {
    case 'refused':
      return `Your browser lets this page keep nothing. What you write is lost if you close the page before it is saved. To change that, allow this site to store data, then ${load}.`
    case 'full':
      return `There is no room left on this device. What you write is lost if you close the page before it is saved. Free some space, then ${load}.`
    case 'lost':
      return `The browser took back what it kept for this page. What you write is lost if you close the page before it is saved. To have it kept again, ${load}.`
    case undefined:
      return 'What you write is kept in this page only, until it is saved.'
    default:
      return keeping.trouble satisfies never
  }
}
