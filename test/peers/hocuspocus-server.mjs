// Hocuspocus 4 as its guide starts it: defaults, one SQLite file, a store two seconds after the last change and at most ten
// after the first. Its own SQLite extension needs better-sqlite3, which would have to be compiled; this keeps the same
// one row per document through `node:sqlite`. Run as a process of its own: PORT, DATA.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Database } from '@hocuspocus/extension-database'
import { Server } from '@hocuspocus/server'

const file = new DatabaseSync(join(process.env.DATA, 'documents.sqlite'))
file.exec('CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, data BLOB NOT NULL)')
const read = file.prepare('SELECT data FROM documents WHERE name = ?')
const write = file.prepare(
  'INSERT INTO documents (name, data) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET data = excluded.data',
)

const storage = new Database({
  fetch: async ({ documentName }) => read.get(documentName)?.data ?? null,
  store: async ({ documentName, state }) => void write.run(documentName, state),
})
await new Server({ port: Number(process.env.PORT), address: '127.0.0.1', quiet: true, extensions: [storage] }).listen()
