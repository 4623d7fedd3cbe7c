// Reads one session file in a thread of its own, so that sockets and other requests go on meanwhile: first once to say
// what it holds, then again for each session that is asked for. A file of one session is read once.
import { parentPort, workerData } from 'node:worker_threads'
import { SessionError } from '@coppice/shared'
import type { TakeGroup } from './entry-groups.ts'
import { FedFile } from './file-feed.ts'
import { readSessions, slicesOf, type ReadSession } from './read-sessions.ts'
import { buffersOf, sliceOf, type EntrySlice } from '../room/entry-slice.ts'
import { AHEAD, waitForRoom, type SliceWindow } from './slice-window.ts'
import { parseWorkerInput, parseWorkerRequest, type WorkerMessage } from './worker-messages.ts'

const { options, file: feed, early } = parseWorkerInput(workerData)
const file = new FedFile(feed)
let last: ReadSession | undefined
let rest: Iterator<ReadSession> | undefined
let nextPlace = 0
let slices: Iterator<EntrySlice> | undefined

parentPort?.on('message', (value: unknown) => {
  const request = parseWorkerRequest(value)
  refusing(() => {
    switch (request.kind) {
      case 'survey':
        return survey()
      case 'read':
        return read(request.place)
      case 'more':
        return sayNext()
      default:
        return request satisfies never
    }
  })
})

function survey(): void {
  let count = 0
  for (const session of readSessions(file.chunks(), options, early && takeEarly(early))) {
    say({ kind: 'head', head: session.head })
    last = session
    count += 1
  }
  if (count > 1) last = undefined
  else file.release()
  say({ kind: 'surveyed' })
}

/** Says groups of entries as slices while the file is still being read, as fast as they are taken. */
function takeEarly(window: SliceWindow): TakeGroup {
  let sent = 0
  return (group) => {
    // Its reader says that there is one session only, so that nothing is read a second time.
    if (sent === 0) file.release()
    waitForRoom(window, sent)
    sent += 1
    const slice = sliceOf(group, options.author)
    const { length } = slice.prepared.structs
    saySlice(slice)
    return length
  }
}

function read(place: number): void {
  const session = last ?? sessionAt(place)
  last = undefined
  if (session === undefined) return say({ kind: 'whole' })
  say({ kind: 'head', head: session.head })
  slices = slicesOf(session, options.author)
  for (let i = 0; i < AHEAD; i++) sayNext()
}

/** The next slice of the session, or that it is whole. */
function sayNext(): void {
  const next = slices?.next()
  if (next?.done === false) saySlice(next.value)
  else if (slices !== undefined) {
    slices = undefined
    say({ kind: 'whole' })
  }
}

/** Places are asked for in rising order. */
function sessionAt(place: number): ReadSession | undefined {
  rest ??= readSessions(file.chunks(), options)[Symbol.iterator]()
  for (;;) {
    const next = rest.next()
    if (next.done === true) return undefined
    nextPlace += 1
    if (nextPlace > place) return next.value
  }
}

/** What is wrong with the file is said; anything else ends the worker, and the main thread hears of it. */
function refusing(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    say({ kind: 'refused', code: error.code, message: error.message, details: error.details })
  }
}

function saySlice(slice: EntrySlice): void {
  say({ kind: 'slice', slice }, buffersOf(slice))
}

function say(message: WorkerMessage, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handedOver)
}
