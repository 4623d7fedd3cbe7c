// Random schedules: who takes part on what devices, and what happens in which order. Plain data, so that a failing one
// can be printed, cut down and played again. Numbers that choose (`at`) are taken modulo what there is to choose from.
import { MAX_FRAME_BYTES } from '@coppice/shared'
import { Chance } from './schedule-chance.ts'

export type DeviceKind = 'memory' | 'indexeddb' | 'none'

export interface DevicePlan {
  readonly person: string
  readonly kind: DeviceKind
}

export type Place = 'leaf' | 'elsewhere' | 'root'
/** How the server takes an entry: gladly, or refusing it with or without its name. */
export type Taken = 'good' | 'named' | 'unnamed'

type Act =
  | {
      readonly kind: 'write'
      readonly page: number
      readonly what: 'message' | 'label' | 'name' | 'custom'
      readonly place: Place
      readonly at: number
      readonly taken: Taken
    }
  | { readonly kind: 'prompt'; readonly page: number; readonly taken: Taken }
  | { readonly kind: 'move'; readonly page: number; readonly at: number }
  | { readonly kind: 'up' | 'down'; readonly at: number; readonly count: number }
  | { readonly kind: 'commit'; readonly count: number }
  | { readonly kind: 'cut' | 'lose-acknowledgement' | 'others'; readonly at: number }
  | { readonly kind: 'kill' | 'flush' | 'answer' }
  | { readonly kind: 'network'; readonly isUp: boolean }
  | { readonly kind: 'load'; readonly device: number }
  | { readonly kind: 'close' | 'crash' | 'reload' | 'crash-reload' | 'keep' | 'run-waiting'; readonly page: number }
  | { readonly kind: 'role'; readonly device: number; readonly role: 'view' | 'comment' | 'prompt' }
  | { readonly kind: 'clock'; readonly device: number; readonly offsetMs: number }
  | {
      readonly kind: 'device'
      readonly device: number
      readonly trouble: 'refused' | 'full' | 'lost' | 'evicted' | 'none'
    }
  | { readonly kind: 'runs'; readonly outcome: RunOutcome }
  | { readonly kind: 'time' | 'sleep'; readonly ms: number }

export type RunOutcome = 'started' | 'answer lost' | 'not reached' | 'conflict'

/** `turns`: how long the machine runs before the next step; undefined: until nothing is left to do at this time. */
export type Step = Act & { readonly turns?: number }

export interface Schedule {
  readonly seed: number
  readonly devices: readonly DevicePlan[]
  /** Whether everybody has joined before the first step. */
  readonly isJoined: boolean
  /** The largest frame the server takes. */
  readonly frameBytes: number
  readonly steps: readonly Step[]
}

export interface ScheduleOptions {
  /** The kind of every device that keeps something. */
  readonly kind: 'memory' | 'indexeddb'
}

export function scheduleOf(seed: number, { kind }: ScheduleOptions): Schedule {
  const chance = new Chance(seed)
  const people = chance.pick([
    [3, ['alice', 'bob']],
    [1, ['alice', 'bob', 'carol']],
  ])
  const persons = chance.isLucky(0.25) ? [...people, 'alice'] : people
  const devices = persons.map((person) => ({ person, kind: chance.isLucky(0.06) ? ('none' as const) : kind }))
  const isJoined = chance.isLucky(0.8)
  // Two or three entries fill a small frame.
  const frameBytes = chance.pick([
    [3, MAX_FRAME_BYTES],
    [1, 900],
  ])
  // Trouble comes in moods, so that many schedules are calm enough for their entries to get somewhere.
  const mood: Mood = {
    refusing: chance.pick([
      [5, 0],
      [3, 0.08],
      [2, 0.25],
    ]),
    device: chance.pick([
      [6, 0],
      [3, 1],
      [1, 3],
    ]),
    role: chance.pick([
      [7, 0],
      [3, 1],
    ]),
    clock: chance.pick([
      [5, 0],
      [3, 1],
    ]),
    page: chance.pick([
      [3, 1],
      [1, 3],
    ]),
  }
  const steps = Array.from({ length: 12 + chance.upTo(28) }, () => stepOf(chance, mood))
  return { seed, devices, isJoined, frameBytes, steps }
}

interface Mood {
  readonly refusing: number
  readonly device: number
  readonly role: number
  readonly clock: number
  readonly page: number
}

function stepOf(chance: Chance, mood: Mood): Step {
  const act = chance.pick(actsOf(chance, mood))()
  return chance.isLucky(0.35) ? { ...act, turns: chance.upTo(12) } : act
}

function actsOf(chance: Chance, mood: Mood): readonly (readonly [weight: number, act: () => Act])[] {
  const at = (): number => chance.upTo(9999)
  const taken = (): Taken => (chance.isLucky(mood.refusing) ? (chance.isLucky(0.5) ? 'named' : 'unnamed') : 'good')
  return [
    [
      13,
      () => ({
        kind: 'write',
        page: at(),
        what: chance.pick([
          [6, 'message'],
          [1, 'label'],
          [1, 'name'],
          [1, 'custom'],
        ]),
        place: chance.pick([
          [4, 'leaf'],
          [2, 'elsewhere'],
          [1, 'root'],
        ]),
        at: at(),
        taken: taken(),
      }),
    ],
    [2, () => ({ kind: 'prompt', page: at(), taken: taken() })],
    [1, () => ({ kind: 'move', page: at(), at: at() })],
    [3, () => ({ kind: 'up', at: at(), count: 1 + chance.upTo(3) })],
    [3, () => ({ kind: 'down', at: at(), count: 1 + chance.upTo(3) })],
    [2, () => ({ kind: 'commit', count: 1 + chance.upTo(3) })],
    [2, () => ({ kind: 'cut', at: at() })],
    [1, () => ({ kind: 'lose-acknowledgement', at: at() })],
    [1, () => ({ kind: 'kill' })],
    [2, () => ({ kind: 'network', isUp: chance.isLucky(0.5) })],
    [5, () => ({ kind: 'flush' })],
    [1, () => ({ kind: 'others', at: at() })],
    [1, () => ({ kind: 'answer' })],
    [2, () => ({ kind: 'load', device: at() })],
    [0.7 * mood.page, () => ({ kind: 'close', page: at() })],
    [0.7 * mood.page, () => ({ kind: 'crash', page: at() })],
    [1 * mood.page, () => ({ kind: 'reload', page: at() })],
    [1 * mood.page, () => ({ kind: 'crash-reload', page: at() })],
    [1, () => ({ kind: 'keep', page: at() })],
    [0.3, () => ({ kind: 'run-waiting', page: at() })],
    [
      0.7 * mood.role,
      () => ({
        kind: 'role',
        device: at(),
        role: chance.pick([
          [2, 'view'],
          [1, 'comment'],
          [3, 'prompt'],
        ]),
      }),
    ],
    [
      0.7 * mood.clock,
      () => ({
        kind: 'clock',
        device: at(),
        offsetMs: chance.pick([
          [1, 0],
          [1, 3_600_000],
          [1, -3_600_000],
        ]),
      }),
    ],
    [
      0.5 * mood.device,
      () => ({
        kind: 'device',
        device: at(),
        trouble: chance.pick([
          [1, 'refused'],
          [1, 'full'],
          [1, 'lost'],
          [1, 'evicted'],
          [3, 'none'],
        ]),
      }),
    ],
    [
      0.6,
      () => ({
        kind: 'runs',
        outcome: chance.pick([
          [3, 'started'],
          [1, 'answer lost'],
          [1, 'not reached'],
          [1, 'conflict'],
        ]),
      }),
    ],
    [
      3,
      () => ({
        kind: 'time',
        ms: chance.pick([
          [2, 1],
          [2, 300],
          [3, 6_000],
          [1, 20_000],
        ]),
      }),
    ],
    [0.4, () => ({ kind: 'sleep', ms: 11 * 60_000 })],
  ]
}

/** One step a line. */
export function describeSchedule({ steps, ...rest }: Schedule): string {
  return [JSON.stringify(rest), ...steps.map((step) => `  ${JSON.stringify(step)},`)].join('\n')
}
