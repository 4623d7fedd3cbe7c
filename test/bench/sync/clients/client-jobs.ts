// What a process of clients can be asked to do. Arguments and answers are plain data.
import { nowUs } from '../stamp.ts'
import { Audience } from './audience.ts'
import { Crowd, type CrowdOptions } from './crowd.ts'
import { fillRoom } from './filler.ts'
import { hasEntry, joinUntilAll } from './newcomer.ts'
import { readReplies, type ReplyReaders } from './reply-readers.ts'
import type { Target } from './target.ts'
import { writeAndSee } from './witnesses.ts'

const NOBODY = -1
const crowd = new Crowd()
const audience = new Audience()
let readers: ReplyReaders | undefined
let leave: (() => void) | undefined

export const clientJobs = {
  open: (options: CrowdOptions) => crowd.open(options),
  listenSince: async (us: number) => crowd.listenSince(us),
  heard: async () => crowd.heard(),
  write: (order: { perSecond: number; durationMs: number; what?: 'entries' | 'tokens' }) =>
    crowd.write(order.perSecond, order.durationMs, order.what),
  close: async () => crowd.close(),
  fill: (order: { target: Target; author: string; entries: number }) =>
    fillRoom(order.target, order.author, order.entries),
  join: (order: { target: Target; entries: number }) => joinUntilAll(order.target, order.entries),
  /** Gives the id of an entry that a second client has seen. */
  writeAndSee: async (order: { target: Target; author: string }) => {
    const seen = await writeAndSee(order.target, order.author)
    leave = seen.leave
    return seen.id
  },
  leave: async () => leave?.(),
  has: (order: { target: Target; id: string }) => hasEntry(order.target, order.id),
  openReaders: (order: Parameters<typeof readReplies>[0]) => {
    audience.listenSince(nowUs())
    readers = readReplies(order, audience.ears(NOBODY))
    return readers.synced
  },
  readersHeard: async () => audience.heard(),
  closeReaders: async () => readers?.close(),
}

export type ClientJobs = typeof clientJobs
export type JobName = keyof ClientJobs
export type AnswerOf<Name extends JobName> = Awaited<ReturnType<ClientJobs[Name]>>

/** As it is sent to the process, and its answer. */
export interface JobCall {
  readonly number: number
  readonly name: JobName
  readonly order: unknown
}

export type JobAnswer =
  | { readonly number: number; readonly ok: true; readonly value: unknown }
  | { readonly number: number; readonly ok: false; readonly message: string }
