// A process for fault tests: appends batches as the storage worker does, prints `head` for each that is committed, and
// is killed in the middle of the last one: after everything was written, before the commit.
import { writeSync } from 'node:fs'
import { openDatabaseFile } from '@coppice/server/log/sqlite-file'
import { runGroup } from '@coppice/server/log/sqlite-group-commit'
import { logHandlers } from '@coppice/server/log/sqlite-log-tables'
import { PackedRows } from '@coppice/server/log/packed-rows'
import { batchAfter, SESSIONS } from './log-batches.ts'

const [path = '', count = '0'] = process.argv.slice(2)
const db = openDatabaseFile({ path, lockTimeoutMs: 2_000, maxPages: null })
const log = logHandlers(db)
const [session] = SESSIONS
if (session === undefined) throw new Error('no session')

let head = log.find({ session })?.head ?? 0
if (head === 0) log.create({ id: session, title: session, createdAt: '2026-11-30T12:00:00.000Z' })

function append(): number {
  if (session === undefined) throw new Error('no session')
  const { entries, ...batch } = batchAfter(session, head)
  return log.append({ session, expectedHead: head, batch: { ...batch, entries: PackedRows.of(entries) } }).head
}

for (let i = 0; i < Number(count); i++) {
  const [outcome] = runGroup(db, [{ durability: 'write', run: append }])
  if (outcome?.ok !== true) throw outcome?.error
  head = outcome.value
  writeSync(1, `${head}\n`)
}
runGroup(db, [
  { durability: 'write', run: append },
  {
    durability: 'write',
    run: () => {
      process.kill(process.pid, 'SIGKILL')
      return head
    },
  },
])
