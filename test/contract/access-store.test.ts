import { describeAccessStore } from './access-store.ts'
import { createMemory, createSqlite } from './storage-under-test.ts'

describeAccessStore('memory', createMemory)
describeAccessStore('SQLite', createSqlite)
