import { describeSessionLog } from './session-log.ts'
import { createMemory, createSqlite } from './storage-under-test.ts'

describeSessionLog('memory', createMemory)
describeSessionLog('SQLite', createSqlite)
