// A process for fault tests: opens a file as the storage worker does, prints `open` or the failure as JSON, and holds it
// until killed. Without the rest of the product, so that it starts quickly.
import { setInterval } from 'node:timers'
import { openingFailure } from '@coppice/server/log/sqlite-failures'
import { openDatabaseFile } from '@coppice/server/log/sqlite-file'

const [path = ''] = process.argv.slice(2)
try {
  const db = openDatabaseFile({ path, lockTimeoutMs: 100, maxPages: null })
  console.log('open')
  setInterval(() => db.isOpen, 1000)
} catch (error) {
  const { code, message } = openingFailure(path, error)
  console.log(JSON.stringify({ code, message }))
}
