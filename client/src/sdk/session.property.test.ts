// Several people on several devices write, part, reload, are refused and come back at random: whatever an honest person
// wrote is in the record once, or in their quarantine with a reason.
import './testing/schedule-chance.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { TabChannel } from './testing/schedule-device.ts'
import { explain, failureOf, play } from './testing/schedule-run.ts'
import { scheduleOf } from './testing/schedule-steps.ts'
import type { Happenings } from './testing/schedule-world.ts'

const IS_LONG = process.env['COPPICE_LONG'] === '1'
const SEED = Number(process.env['COPPICE_SEED'] ?? 1)
const RUNS = Number(process.env['COPPICE_RUNS'] ?? (IS_LONG ? 90_000 : 1_700))
const DATABASE_RUNS = Number(process.env['COPPICE_RUNS'] ?? (IS_LONG ? 10_000 : 300))

beforeEach(() => {
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  vi.stubGlobal('BroadcastChannel', TabChannel)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['memory', RUNS],
  ['indexeddb', DATABASE_RUNS],
] as const)(
  `[SY120] what is written on devices with %s arrives once or is listed as refused, in %s schedules from seed ${SEED}`,
  async (kind, runs) => {
    const seen: Happenings = {}
    for (let seed = SEED; seed < SEED + runs; seed++) {
      const schedule = scheduleOf(seed, { kind })
      try {
        await play(schedule, seen)
      } catch (error) {
        const again = await failureOf(schedule)
        throw await explain(schedule, again ?? (error as Error))
      }
    }
    console.log(kind, seen)
  },
  3_600_000,
)
