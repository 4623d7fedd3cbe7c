// The storage worker: the only thread that touches the database file, so that a slow disk never stops the sockets.
// It takes all requests that wait, commits what they write together, and answers after the commit.
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads'
import type { DatabaseSync } from 'node:sqlite'
import { accessHandlers } from '../access/sqlite-access-tables.ts'
import { IdleCheckpoint } from './sqlite-checkpoint.ts'
import { openingFailure, servingFailure } from './sqlite-failures.ts'
import { openDatabaseFile } from './sqlite-file.ts'
import { runGroup, type Job } from './sqlite-group-commit.ts'
import { logHandlers } from './sqlite-log-tables.ts'
import {
  DURABILITY,
  parseSqliteOptions,
  parseToWorker,
  type FromWorker,
  type Handlers,
  type Operation,
  type Output,
  type Reply,
  type Request,
} from './sqlite-messages.ts'

/** Most requests in one transaction: bounds the wait of the first one under a flood. */
const MAX_GROUP = 1000

function serve(port: MessagePort, path: string, db: DatabaseSync): void {
  const checkpoint = new IdleCheckpoint(db)
  const handlers: Handlers = { ...logHandlers(db), ...accessHandlers(db) }

  const answer = (requests: readonly Request[]): void => {
    const jobs = requests.map((request) => jobOf(handlers, request))
    const outcomes = runGroup(db, jobs)
    const replies = requests.map(({ number }, i): Reply => {
      const outcome = outcomes[i]
      if (outcome?.ok === true) return { number, ok: true, output: outcome.value }
      return { number, ok: false, failure: servingFailure(path, outcome?.error) }
    })
    post(port, { kind: 'replies', replies }, replies.flatMap(buffersOf))
    checkpoint.noteGroup()
  }

  port.on('message', (first: unknown) => {
    const requests: Request[] = []
    let message = parseToWorker(first)
    for (;;) {
      if (message.kind === 'request') requests.push(message)
      if (message.kind === 'close' || requests.length === MAX_GROUP) break
      const next = receiveMessageOnPort(port)
      if (next === undefined) break
      message = parseToWorker(next.message)
    }
    if (requests.length > 0) answer(requests)
    if (message.kind !== 'close') return
    checkpoint.stop()
    db.close()
    post(port, { kind: 'closed' })
    port.close()
  })
}

function jobOf<K extends Operation>(handlers: Handlers<K>, { operation, input }: Request<K>): Job<Output<K>> {
  return { durability: DURABILITY[operation], run: () => handlers[operation](input) }
}

function post(port: MessagePort, message: FromWorker, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}

/** The buffers of an answer: they are handed over, not copied. */
function buffersOf(reply: Reply): readonly ArrayBuffer[] {
  if (!reply.ok || typeof reply.output !== 'object' || reply.output === null) return []
  const { output } = reply
  const parts: readonly unknown[] = output instanceof Uint8Array ? [output] : Object.values(output)
  return parts.flatMap((part) => (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? [part.buffer] : []))
}

function main(port: MessagePort): void {
  const options = parseSqliteOptions(workerData)
  let db: DatabaseSync
  try {
    db = openDatabaseFile(options)
  } catch (error) {
    post(port, { kind: 'refused', failure: openingFailure(options.path, error) })
    return
  }
  serve(port, options.path, db)
  post(port, { kind: 'ready' })
}

if (parentPort !== null) main(parentPort)
