// Everything a schedule acts on: one server, the devices of several people, their pages, and a note of every entry that
// somebody wrote. What people and fate do to it is in schedule-acts.ts, what must hold then in schedule-checks.ts.
import { SessionError, type Entry, type EntryId } from '@coppice/shared'
import { vi } from 'vitest'
import { StoreError } from '../offline/device-store.ts'
import { FakeServer } from './fake-server.ts'
import { messageEntry } from './harness.ts'
import { IndexedDbScheduleDevice, MemoryScheduleDevice, type ScheduleDevice } from './schedule-device.ts'
import { SchedulePage } from './schedule-page.ts'
import { RunDesk } from './schedule-runs.ts'
import type { DevicePlan, Schedule, Taken } from './schedule-steps.ts'

export interface Written {
  readonly entry: Entry
  readonly page: SchedulePage
  readonly device: DeviceState
  readonly taken: Taken
  /** The device has it: no page that ends may lose it. */
  isKept: boolean
  /** Its page ended before the device had it, or what the device had was taken away. */
  mayBeLost: boolean
  /** Its writer's role did not allow it at some time before it was committed. */
  isRoleInDoubt: boolean
}

export interface DeviceState {
  readonly plan: DevicePlan
  readonly device: ScheduleDevice | undefined
  /** Those that are open. */
  pages: SchedulePage[]
  /** How far its clock is ahead. */
  offsetMs: number
  /** Something of it was refused: its pages may stand in different copies from then on. */
  hasRecovered: boolean
}

/** What happened over many schedules, so that a test can say that something did. */
export type Happenings = Record<string, number>

export class ScheduleWorld {
  readonly server = new FakeServer()
  readonly devices: readonly DeviceState[]
  readonly written: Written[] = []
  readonly runs: RunDesk
  readonly problems: unknown[] = []
  readonly #seen: Happenings
  readonly #graves: SchedulePage[] = []
  #texts = 0

  constructor({ devices, frameBytes }: Pick<Schedule, 'devices' | 'frameBytes'>, seen: Happenings) {
    this.#seen = seen
    this.devices = devices.map((plan) => ({
      plan,
      device: newDevice(plan),
      pages: [],
      offsetMs: 0,
      hasRecovered: false,
    }))
    this.runs = new RunDesk(this.server, (what) => this.count(what))
    this.server.limits = { ...this.server.limits, frameBytes }
    this.server.refuses = (entry) => {
      const taken = takenOf(entry)
      return taken === 'good' ? undefined : { code: 'entry_invalid', named: taken === 'named' }
    }
    this.server.write(messageEntry('p', null, 'dora'))
  }

  get pages(): readonly SchedulePage[] {
    return this.devices.flatMap((device) => device.pages)
  }

  count(what: string, times = 1): void {
    this.#seen[what] = (this.#seen[what] ?? 0) + times
  }

  /** Lets the machine run so long; undefined: until nothing is left to do at this time. */
  async run(turns: number | undefined): Promise<void> {
    if (turns === undefined) return this.rest()
    for (let i = 0; i < turns; i++) await (this.#isOverIndexedDb ? turn() : undefined)
  }

  /** Until nothing is left to do at this time. */
  async rest(): Promise<void> {
    for (const ms of [0, 1]) {
      vi.advanceTimersByTime(ms)
      const needed = this.#isOverIndexedDb ? 4 : 1
      for (let idle = 0; idle < needed;) {
        await turn()
        idle = this.devices.every(({ device }) => device?.isIdle !== false) ? idle + 1 : 0
      }
    }
  }

  async pass(ms: number): Promise<void> {
    for (let rest = ms; rest > 0; rest -= 500) {
      vi.advanceTimersByTime(Math.min(rest, 500))
      await turn()
    }
    await this.rest()
  }

  load(device: DeviceState): SchedulePage {
    const { person } = device.plan
    const page = new SchedulePage({
      person,
      server: this.server,
      tab: device.device?.open(),
      now: () => Date.now() + device.offsetMs,
      fetch: (asking, path, body) => this.runs.answer(asking, path, body),
      onProblem: (problem) => {
        if (!(problem instanceof SessionError) && !(problem instanceof StoreError)) this.problems.push(problem)
      },
    })
    device.pages.push(page)
    this.count('loads')
    if (!this.server.isUp) this.count('loads without the server')
    if (device.pages.length > 1) this.count('second tabs')
    return page
  }

  /** Leaves the page with time to write down what it has. */
  async close(page: SchedulePage): Promise<void> {
    const { session } = page
    const isKept = (): boolean => session.keeping.get().kind === 'kept'
    const wasKept = isKept()
    page.leave()
    await this.rest()
    const own = this.written.filter((each) => each.page === page)
    for (const each of own) {
      if (wasKept && isKept()) each.isKept = true
      else if (!each.isKept) each.mayBeLost = true
    }
    page.left()
    this.#remove(page)
    await this.rest()
  }

  crash(page: SchedulePage): void {
    page.crash()
    const device = this.#remove(page)
    const found = device.device?.entriesKept()
    for (const each of this.written.filter((each) => each.page === page)) {
      if (found?.has(each.entry.id) === true) each.isKept = true
      if (!each.isKept) each.mayBeLost = true
    }
    this.count('crashes')
  }

  isCommitted(id: EntryId): boolean {
    return this.server.committed.has(id)
  }

  /** Frees everything. */
  async end(): Promise<void> {
    for (const page of this.pages) page.leave()
    await this.rest()
    for (const page of this.#graves) page.bury()
    for (const page of this.pages) page.left()
    await turn()
    vi.clearAllTimers()
  }

  pageAt(at: number): SchedulePage | undefined {
    const { pages } = this
    return pages[at % Math.max(1, pages.length)]
  }

  deviceAt(at: number): DeviceState | undefined {
    return this.devices[at % this.devices.length]
  }

  deviceOf(page: SchedulePage): DeviceState {
    const device = this.devices.find(({ pages }) => pages.includes(page))
    if (device === undefined) throw new Error(`page ${page.number} is not open`)
    return device
  }

  /** A text that nothing else has, and that says how the server takes it. */
  newText(taken: Taken): string {
    return `text ${++this.#texts}${taken === 'good' ? '' : ` [${taken}]`}`
  }

  /** Somebody wrote this. */
  note(page: SchedulePage, entry: Entry, taken: Taken): Written {
    const device = this.deviceOf(page)
    const written: Written = { entry, page, device, taken, isKept: false, mayBeLost: false, isRoleInDoubt: false }
    this.written.push(written)
    this.count('entries')
    if (taken !== 'good') this.count('entries the server will not have')
    if (page.session.status.get().state !== 'live') this.count('entries offline')
    return written
  }

  #remove(page: SchedulePage): DeviceState {
    const device = this.deviceOf(page)
    device.pages = device.pages.filter((each) => each !== page)
    this.count('recoveries', page.session.generation.get())
    this.#graves.push(page)
    return device
  }

  get #isOverIndexedDb(): boolean {
    return this.devices.some(({ plan }) => plan.kind === 'indexeddb')
  }
}

function newDevice({ kind }: DevicePlan): ScheduleDevice | undefined {
  switch (kind) {
    case 'memory':
      return new MemoryScheduleDevice()
    case 'indexeddb':
      return new IndexedDbScheduleDevice()
    case 'none':
      return undefined
    default:
      return kind satisfies never
  }
}

function takenOf(entry: Entry): Taken {
  const text = JSON.stringify(entry)
  return text.includes('[named]') ? 'named' : text.includes('[unnamed]') ? 'unnamed' : 'good'
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
