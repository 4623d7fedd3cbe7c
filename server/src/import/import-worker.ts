// Reads one session file in a thread of its own, so that sockets and other requests go on meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { SessionError } from '@coppice/shared'
import { readSessions } from './read-sessions.ts'
import { parseWorkerInput, type WorkerMessage } from './worker-messages.ts'

/** Entries per message. */
const SLICE = 500

const { bytes, options } = parseWorkerInput(workerData)
try {
  for (const { head, entries } of readSessions(bytes, options)) {
    say({ kind: 'session', head })
    for (let start = 0; start < entries.length; start += SLICE)
      say({ kind: 'entries', entries: entries.slice(start, start + SLICE) })
  }
  say({ kind: 'done' })
} catch (error) {
  // Everything else ends the worker, and the main thread hears of it.
  if (!(error instanceof SessionError)) throw error
  say({ kind: 'refused', code: error.code, message: error.message, details: error.details })
}

function say(message: WorkerMessage): void {
  parentPort?.postMessage(message, [])
}
