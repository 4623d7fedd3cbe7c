// What happened in a session that a person should hear of without looking, in short sentences.
import {
  branchStarts,
  type Entry,
  type EntryId,
  type ParticipantId,
  type Person,
  type ReplyDraft,
  type TreeIndex,
} from '@coppice/shared'
import { counted } from '../../words/number-words.ts'
import { findPerson } from '../people/find-person.ts'
import { placeOf } from '../session/place.ts'

/** More than this at once is counted. */
const MOST = 3

/** Everything that is said at once, each a sentence that ends once. */
export function spokenNews(news: readonly string[]): string {
  const more = news.length - MOST
  const said = more > 0 ? [...news.slice(0, MOST), counted(more, 'more piece of news', 'more pieces of news')] : news
  return said.map((words) => (/[.?!…]$/.test(words) ? words : `${words}.`)).join(' ')
}

interface Seen {
  readonly index: TreeIndex
  readonly people: ReadonlyMap<ParticipantId, Person>
  readonly me: ParticipantId | undefined
  /** As everywhere on the screen: true after the first sync. */
  readonly live: boolean
}

/** Sentences about answers that were being written before and are entries now. */
export function answerNews(before: readonly ReplyDraft[], now: readonly ReplyDraft[], seen: Seen): readonly string[] {
  const open = new Set(now.map((reply) => reply.id))
  return before.flatMap((reply) => {
    const entry = open.has(reply.id) ? undefined : seen.index.get(reply.id)
    if (entry === undefined) return []
    const place = placeOf(seen.index, entry.id, seen.live)
    return [`Answer on ${place?.name ?? 'a branch'} ${endOf(entry)}`]
  })
}

/** Watches for branches that others begin. */
export class ForkWatch {
  #forkVersion = -1
  #starts: ReadonlySet<EntryId> = new Set()

  /** Sentences about branches that began since the last call. The first call only learns what is there. */
  news({ index, people, me, live }: Seen): readonly string[] {
    if (index.forkVersion === this.#forkVersion) return []
    const isFirst = this.#forkVersion === -1
    const before = this.#starts
    this.#forkVersion = index.forkVersion
    this.#starts = new Set(branchStarts(index))
    if (isFirst) return []
    return [...this.#starts].flatMap((id) => {
      const entry = before.has(id) ? undefined : index.get(id)
      // The oldest child of a new branch point goes on with its line: it is no fork.
      if (entry === undefined || entry.author === me || index.branches(entry.parentId)[0] === id) return []
      const parent = entry.parentId === null ? undefined : placeOf(index, entry.parentId, live)
      const name = findPerson(people, entry.author).name
      return [
        parent === undefined || parent.turn === 0
          ? `${name} forked at the start`
          : `${name} forked at turn ${parent.turn}`,
      ]
    })
  }
}

function endOf(entry: Entry): string {
  if (entry.type !== 'message' || !('stopReason' in entry.message)) return 'finished'
  switch (entry.message.stopReason) {
    case 'aborted':
      return 'was stopped'
    case 'error':
      return 'failed'
    default:
      return 'finished'
  }
}
