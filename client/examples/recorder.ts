// A recorder: writes every entry of a session to a file, one JSON line each, parents first and each once, however often
// it is stopped and started again:
//
//   npm run example recorder -- <invite link> [folder]
import { closeSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { SessionError, type Entry, type EntryId } from '@coppice/shared'
import { fileStore, joinByInvite, joinSession } from '../src/node/index.ts'
import type { Session } from '../src/sdk/index.ts'
import { runExample } from './run-example.ts'

/** Records what is saved on the server, now and as it comes. Returns what ends it. */
export async function record(session: Session, path: string): Promise<() => void> {
  const written = recordedIn(path)
  const file = openSync(path, 'a')
  await session.whenSynced
  const end = session.onEntries((entries) => {
    const { index } = session.tree.get()
    let lines = ''
    for (const { id } of entries) {
      for (const entry of index.pathBelow(id, (above) => written.has(above)).entries) {
        written.add(entry.id)
        lines += `${JSON.stringify(entry)}\n`
      }
    }
    if (lines === '') return
    writeSync(file, lines)
    fsyncSync(file)
  })
  return () => {
    end()
    closeSync(file)
  }
}

/** Ids of what is in the file. A last line that a crash cut short is taken off: it is written again. */
function recordedIn(path: string): Set<EntryId> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Set()
    throw error
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
  const lines = whole.split('\n').filter((line) => line !== '')
  return new Set(lines.map((line) => (JSON.parse(line) as Entry).id))
}

async function main([link, folder = './data/recorder']: readonly string[], ending: AbortSignal): Promise<void> {
  if (link === undefined)
    throw new SessionError('bad_request', 'Which session? npm run example recorder -- <invite link> [folder]')
  const identityFile = join(folder, 'identity.json')
  const guest = await joinByInvite({ link, name: 'Recorder', identityFile, signal: ending })
  ending.throwIfAborted()
  const store = fileStore(join(folder, 'session.db'))
  const session = joinSession({ ...guest, store })
  const path = join(folder, 'entries.jsonl')
  let end = (): void => undefined
  ending.addEventListener('abort', () => {
    end()
    session.close()
    store.close()
  })
  end = await record(session, path)
  console.log(`Recording into ${path}. Ctrl-C ends it.`)
}

if (import.meta.main) void runExample(main)
