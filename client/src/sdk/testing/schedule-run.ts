// Plays a schedule from its first page to the last check, and makes a failing one as short as it goes.
import { vi } from 'vitest'
import { take } from './schedule-acts.ts'
import { checkEnd, checkStep } from './schedule-checks.ts'
import { reseed } from './schedule-chance.ts'
import { describeSchedule, type Schedule, type Step } from './schedule-steps.ts'
import { ScheduleWorld, type Happenings } from './schedule-world.ts'

const DAY_MS = 86_400_000
const FIRST_DAY_MS = Date.UTC(2027, 0, 1)

let played = 0

/** Rejects with what did not hold. Fake timers must be on, without `setImmediate`. */
export async function play(schedule: Schedule, seen: Happenings = {}): Promise<void> {
  reseed(schedule.seed)
  // Ids rise with time within a process, so each play has a day of its own.
  vi.setSystemTime(FIRST_DAY_MS + ++played * DAY_MS)
  const world = new ScheduleWorld(schedule, seen)
  try {
    if (schedule.isJoined) {
      for (const device of world.devices) world.load(device)
      await settle(world)
    }
    for (const step of schedule.steps) {
      await take(world, step)
      checkStep(world)
    }
    await comeToAnEnd(world)
    checkEnd(world, { isLoadedAgain: false })
    for (const device of world.devices) {
      for (const page of device.pages.slice()) if (page.tab !== undefined) await world.close(page)
      if (device.device !== undefined) world.load(device)
    }
    await settle(world)
    checkEnd(world, { isLoadedAgain: true })
    for (const times of world.server.refusals.values()) world.count('refusals', times)
    for (const { session } of world.pages) world.count('homecomings', session.homecoming.get() === undefined ? 0 : 1)
  } finally {
    await world.end()
  }
}

/** Everything comes back up, faults end, and those who were turned away come again. */
async function comeToAnEnd(world: ScheduleWorld): Promise<void> {
  const { server } = world
  server.isUp = true
  server.roles.clear()
  world.runs.outcome = 'started'
  for (const { device } of world.devices) device?.fail(undefined)
  for (const device of world.devices) if (device.pages.length === 0 && device.device !== undefined) world.load(device)
  for (let again = 0; again < 12; again++) {
    await settle(world)
    const out = world.pages.filter(({ session }) => session.status.get().state === 'refused')
    if (out.length === 0) return
    // Too much was refused within a minute. A person loads the page again; a while later that may be done.
    await world.pass(70_000)
    for (const page of out) {
      const owner = world.devices.find(({ pages }) => pages.includes(page))
      world.count('pages given up')
      await world.close(page)
      if (owner !== undefined) world.load(owner)
    }
  }
}

async function settle(world: ScheduleWorld): Promise<void> {
  for (let round = 0, still = 0; still < 3 && round < 60; round++) {
    await world.pass(round % 8 === 0 ? 6_000 : 50)
    world.server.flush()
    await world.rest()
    checkStep(world)
    const isBusy =
      world.server.connections.some(({ toServer, toClient }) => toServer.length + toClient.length > 0) ||
      world.pages.some(({ session }) => session.status.get().state !== 'refused' && !isSettled(session))
    still = isBusy ? 0 : still + 1
  }
}

function isSettled({ status, unsaved }: ScheduleWorld['pages'][number]['session']): boolean {
  return status.get().state === 'live' && unsaved.get() === 0
}

/** What does not hold in this schedule, if anything. */
export async function failureOf(schedule: Schedule): Promise<Error | undefined> {
  try {
    await play(schedule)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The error of a failing schedule, with steps left out that it fails without. */
export async function explain(schedule: Schedule, error: Error, maxPlays = 250): Promise<Error> {
  let best: { readonly steps: readonly Step[]; readonly error: Error } = { steps: schedule.steps, error }
  let plays = 0
  for (let size = Math.ceil(schedule.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < best.steps.length && plays < maxPlays;) {
      plays++
      const steps = best.steps.toSpliced(start, size)
      const failure = await failureOf({ ...schedule, steps })
      if (failure === undefined) start += size
      else best = { steps, error: failure }
    }
  }
  const shortest = describeSchedule({ ...schedule, steps: best.steps })
  return new Error(`${best.error.message}\n${shortest}\n(${schedule.steps.length} steps before it was cut down)`, {
    cause: best.error,
  })
}
