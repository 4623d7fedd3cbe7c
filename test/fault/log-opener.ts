// A process for fault tests: opens the storage at a path, prints `open` or the refusal as JSON, and holds it until killed.
import { SessionError } from '@coppice/shared'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'

const [path = '', lockTimeoutMs = '100'] = process.argv.slice(2)
try {
  await createSqliteStorage({ path, lockTimeoutMs: Number(lockTimeoutMs) })
  console.log('open')
} catch (error) {
  if (!(error instanceof SessionError)) throw error
  console.log(JSON.stringify({ code: error.code, message: error.message }))
}
