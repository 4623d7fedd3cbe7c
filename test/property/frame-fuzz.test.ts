// Whole frames, made from valid updates and messages and from nothing, into the connections of a real room with honest
// people in it. COPPICE_SEED and COPPICE_RUNS (frames) play a seed again.
import '../../client/src/sdk/testing/schedule-chance.ts'
import { encodeJsonFrame, MESSAGE } from '@coppice/shared'
import { describe, expect, test } from 'vitest'
import { DESK_LABELS } from '../support/frame-fuzz-desk.ts'
import { OTHER_LABELS, spoken } from '../support/frame-fuzz-other.ts'
import { RECORD_LABELS } from '../support/frame-fuzz-record.ts'
import { playFrames, playShots, type Seen } from '../support/frame-fuzz-run.ts'

const SEED = Number(process.env['COPPICE_SEED'] ?? 20261201)
const RUNS = Number(process.env['COPPICE_RUNS'] ?? (process.env['COPPICE_LONG'] === '1' ? 1_000_000 : 4_000))
/** A room is fresh again after so many frames. */
const ROOM_FRAMES = 120

/** In a thousand frames each of these close codes, and frames that are taken, come at least so often. */
const AT_LEAST = { taken: 300, 4400: 80, 4403: 80, 4409: 20, 4413: 1, 4422: 30, burst: 50 } as const

test(
  `[SY200] whatever frames come, nothing is thrown, a refusal leaves no trace, and honest people go on: ${RUNS} frames from seed ${SEED}`,
  async () => {
    const seen: Seen = new Map()
    let sent = 0
    for (let seed = SEED; sent < RUNS; seed++) {
      try {
        sent += await playFrames(seed, ROOM_FRAMES, seen)
      } catch (cause) {
        const replay = `Seed ${seed}. Play it again with COPPICE_SEED=${seed} COPPICE_RUNS=1.`
        throw new Error(`${replay}\n${cause instanceof Error ? cause.message : String(cause)}`, { cause })
      }
    }
    if (RUNS < 4_000) return
    const rare = Object.entries(AT_LEAST).filter(([what, times]) => (seen.get(what) ?? 0) < (times * RUNS) / 1_000)
    expect(rare, JSON.stringify([...seen])).toEqual([])
    const never = [...RECORD_LABELS, ...DESK_LABELS, ...OTHER_LABELS].filter((label) => !seen.has(label))
    // The largest and the rarest of them are few.
    expect(never.length, never.join()).toBeLessThan(RUNS < 100_000 ? 10 : 1)
  },
  24 * 3_600_000,
)

const DEEP = '['.repeat(20_000) + ']'.repeat(20_000)

describe('frames that failed once', () => {
  test.each(['{"leafId":null,"x":DEEP}', 'DEEP', '{"user":DEEP}'])(
    '[AW50] lists in lists by the thousand as a state are dropped, and cost nobody a connection: %s',
    async (state) => {
      await playShots([{ label: 'a deep state', message: spoken([7, 1, state.replace('DEEP', DEEP)]), must: 'taken' }])
    },
  )

  test('[DK50] a shared prompt is not opened under an id that holds half a character', async () => {
    const ids = ['\ud800', 'prompt-\udc00', '\udc00\ud800']
    const open = (id: string): Uint8Array => encodeJsonFrame(MESSAGE.openPrompt, { id, parentId: null, text: 'Hello' })
    await playShots(ids.map((id) => ({ label: 'half a character', message: open(id), must: 'still' })))
  })
})
