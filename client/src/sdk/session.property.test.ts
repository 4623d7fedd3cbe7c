// Several people on several devices write, part, reload, are refused and come back at random: whatever an honest person
// wrote is in the record once, or in their quarantine with a reason. COPPICE_SEED and COPPICE_RUNS play a schedule again.
import './testing/schedule-chance.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TabChannel } from './testing/schedule-device.ts'
import { PINNED_SCHEDULES } from './testing/schedule-pinned.ts'
import { explain, failureOf, play } from './testing/schedule-run.ts'
import { scheduleOf } from './testing/schedule-steps.ts'
import type { Happenings } from './testing/schedule-world.ts'

const SEED = Number(process.env['COPPICE_SEED'] ?? 20261130)
/** For each kind of device. */
const RUNS = Number(process.env['COPPICE_RUNS'] ?? (process.env['COPPICE_LONG'] === '1' ? 50_000 : 250))

/** In a hundred schedules each of these happens at least so often; otherwise they would prove nothing. */
const AT_LEAST = {
  entries: 300,
  'entries offline': 100,
  'entries the server will not have': 20,
  'entries in quarantine': 20,
  'timestamps corrected': 1,
  prompts: 20,
  'prompts offline': 10,
  'runs by themselves': 5,
  loads: 300,
  'loads without the server': 10,
  reloads: 50,
  crashes: 50,
  'second tabs': 30,
  cuts: 20,
  kills: 20,
  'lost acknowledgements': 2,
  'devices in trouble': 3,
  'clocks set wrong': 3,
  refusals: 25,
  recoveries: 25,
} as const

beforeEach(() => {
  // y-websocket listens to the end of the process once per connection.
  process.setMaxListeners(100)
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  vi.stubGlobal('BroadcastChannel', TabChannel)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  process.setMaxListeners(10)
})

test.each(['memory', 'indexeddb'] as const)(
  `[SY120] all that was written arrives once or is listed as refused, over %s: ${RUNS} schedules from seed ${SEED}`,
  async (kind) => {
    const seen: Happenings = {}
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const schedule = scheduleOf(seed, { kind })
      try {
        await play(schedule, seen)
      } catch (error) {
        const failure = (await failureOf(schedule)) ?? new Error('It failed once, and not again.', { cause: error })
        throw await explain(schedule, failure)
      }
    }
    if (RUNS < 100) return
    const rare = Object.entries(AT_LEAST).filter(([what, times]) => (seen[what] ?? 0) < (times * RUNS) / 100)
    expect(rare, JSON.stringify(seen)).toEqual([])
  },
  24 * 3_600_000,
)

describe('schedules that failed once', () => {
  test.each(PINNED_SCHEDULES)('[SY121] %s', async (_name, schedule) => {
    await play(schedule)
  })
})
