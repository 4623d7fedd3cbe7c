// What every log must do, whatever its medium. Run by session-log.test.ts on each of them.
import { describe } from 'vitest'
import { describeAppends } from './log-appends.ts'
import { describeKeeping } from './log-keeping.ts'
import type { CreateStorage } from './storage-under-test.ts'

export function describeSessionLog(name: string, create: CreateStorage): void {
  describe(`session log: ${name}`, () => {
    describeAppends(create)
    describeKeeping(create)
  })
}
