import { describeDurableStorage } from './durable-storage.ts'
import { createSqlite } from './storage-under-test.ts'

describeDurableStorage('SQLite', createSqlite)
