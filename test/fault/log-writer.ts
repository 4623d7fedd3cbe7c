// A process for fault tests: appends to three sessions at once without end and prints `session head` for each append
// once it is acknowledged. It goes on from what the file has.
import { writeSync } from 'node:fs'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import { batchAfter, SESSIONS } from './log-batches.ts'

const [path = ''] = process.argv.slice(2)
const { log } = await createSqliteStorage({ path })

await Promise.all(
  SESSIONS.map(async (session) => {
    if ((await log.find(session)) === undefined) {
      await log.create({ id: session, title: session, createdAt: '2026-11-30T12:00:00.000Z' })
    }
    let head = (await log.find(session))?.head ?? 0
    for (;;) {
      const result = await log.append(session, head, batchAfter(session, head))
      if (!result.ok) throw new Error(`${session}: expected ${head}, found ${result.head}`)
      head = result.head
      if (head % 50 < 3) await log.savePieces(session, 0, [{ head, update: new Uint8Array(100_000).fill(head % 251) }])
      // Not through a stream: what is printed must have left the process when it is killed.
      writeSync(1, `${session} ${head}\n`)
    }
  }),
)
