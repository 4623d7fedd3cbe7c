// Everything a schedule acts on: one server, the devices of several people, their pages, and a note of every entry that
// somebody wrote. A step changes it; what must hold then is in schedule-checks.ts.
import { SessionError, type Entry, type EntryId, type EntryPayload } from '@coppice/shared'
import { vi } from 'vitest'
import { StoreError } from '../offline/device-store.ts'
import { FakeServer } from './fake-server.ts'
import { messageEntry, userPayload } from './harness.ts'
import { IndexedDbScheduleDevice, MemoryScheduleDevice, type ScheduleDevice } from './schedule-device.ts'
import { SchedulePage } from './schedule-page.ts'
import { RunDesk } from './schedule-runs.ts'
import type { DevicePlan, Schedule, Step, Taken } from './schedule-steps.ts'

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
}

/** What happened over many schedules, so that a test can say that something did. */
export type Happenings = Record<string, number>

const MAX_TABS = 2

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
    this.devices = devices.map((plan) => ({ plan, device: newDevice(plan), pages: [], offsetMs: 0 }))
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

  async take(step: Step): Promise<void> {
    await this.#act(step)
    if (step.turns === undefined) return this.rest()
    for (let i = 0; i < step.turns; i++) await (this.#isOverIndexedDb ? turn() : undefined)
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

  async #act(step: Step): Promise<void> {
    const { server } = this
    const page = 'page' in step ? this.#pageAt(step.page) : undefined
    const device = 'device' in step ? this.#deviceAt(step.device) : undefined
    const connection =
      'at' in step && server.connections.length > 0
        ? server.connections[step.at % server.connections.length]
        : undefined
    switch (step.kind) {
      case 'write':
        if (page !== undefined) this.#write(page, step)
        return
      case 'prompt':
        if (page !== undefined) this.#prompt(page, step.taken)
        return
      case 'move': {
        const ids = page === undefined ? [] : idsIn(page)
        if (ids.length > 0) expected(() => page?.session.moveTo(ids[step.at % ids.length] ?? null))
        return
      }
      case 'up':
        connection?.deliverToServer(step.count)
        return
      case 'down':
        connection?.deliverToClient(step.count)
        return
      case 'commit':
        server.commit(step.count)
        return
      case 'cut':
        if (connection !== undefined) this.count('cuts')
        connection?.cut()
        return
      case 'lose-acknowledgement': {
        connection?.deliverToServer()
        const before = server.log.length
        server.commit()
        if (server.log.length > before) this.count('lost acknowledgements')
        connection?.cut()
        return
      }
      case 'kill':
        this.count('kills')
        server.kill()
        return
      case 'flush':
        server.flush()
        return
      case 'answer':
        this.runs.writeAnswers()
        return
      case 'others': {
        const all = [...server.committed]
        server.write(messageEntry(`theirs ${++this.#texts}`, all[this.#texts % all.length] ?? null, 'dora', 1e7))
        return
      }
      case 'network':
        server.isUp = step.isUp
        if (!step.isUp) for (const each of server.connections.slice()) each.cut()
        return
      case 'load':
        if (device !== undefined && device.pages.length < MAX_TABS) this.load(device)
        return
      case 'close':
        if (page !== undefined) await this.close(page)
        return
      case 'crash':
        if (page !== undefined) this.crash(page)
        return
      case 'reload':
      case 'crash-reload': {
        if (page === undefined) return
        const owner = this.#deviceOf(page)
        this.count('reloads')
        if (step.kind === 'reload') await this.close(page)
        else this.crash(page)
        this.load(owner)
        return
      }
      case 'keep':
        if (page !== undefined) this.#keep(page)
        return
      case 'run-waiting':
        if (page !== undefined) this.runs.askFor(page)
        return
      case 'role':
        if (device !== undefined) server.roles.set(device.plan.person, step.role)
        return
      case 'clock':
        if (device === undefined || device.offsetMs === step.offsetMs) return
        device.offsetMs = step.offsetMs
        this.count('clocks set wrong')
        return
      case 'device':
        if (device?.device !== undefined) this.#trouble(device, device.device, step.trouble)
        return
      case 'runs':
        this.runs.outcome = step.outcome
        return
      case 'time':
        return this.pass(step.ms)
      case 'sleep':
        vi.setSystemTime(Date.now() + step.ms)
        return
      default:
        step satisfies never
    }
  }

  #write(page: SchedulePage, step: Extract<Step, { kind: 'write' }>): void {
    const ids = idsIn(page)
    const other = ids[step.at % Math.max(1, ids.length)]
    const text = this.#newText(step.taken)
    const payloads: Record<typeof step.what, EntryPayload> = {
      message: userPayload(text),
      label: { type: 'label', targetId: other ?? 'p', label: text },
      name: { type: 'session_info', name: text },
      custom: { type: 'custom', customType: 'test.note', data: { text } },
    }
    const place = { leaf: {}, root: { parentId: null }, elsewhere: { parentId: other ?? null } }[step.place]
    expected(() => this.#note(page, page.session.append(payloads[step.what], place), step.taken))
  }

  #prompt(page: SchedulePage, taken: Taken): void {
    const { session } = page
    const before = session.leaf.get()
    this.runs.prompting(page, () => {
      session.prompt(this.#newText(taken)).catch((problem: unknown) => {
        if (!(problem instanceof SessionError)) this.problems.push(problem)
      })
    })
    const leafId = session.leaf.get()
    const entry = leafId === null || leafId === before ? undefined : session.tree.get().index.get(leafId)
    if (entry === undefined) return
    const written = this.#note(page, entry, taken)
    this.count(session.status.get().state === 'live' ? 'prompts' : 'prompts offline')
    this.runs.note(entry.id, written.device)
  }

  #note(page: SchedulePage, entry: Entry, taken: Taken): Written {
    const device = this.#deviceOf(page)
    const written: Written = { entry, page, device, taken, isKept: false, mayBeLost: false, isRoleInDoubt: false }
    this.written.push(written)
    this.count('entries')
    if (taken !== 'good') this.count('entries the server will not have')
    if (page.session.status.get().state !== 'live') this.count('entries offline')
    return written
  }

  #keep(page: SchedulePage): void {
    const own = this.written.filter((each) => each.page === page)
    const isKept = (): boolean => page.isAlive && page.session.keeping.get().kind === 'kept'
    if (!isKept()) return
    const note = async (): Promise<void> => {
      await page.session.whenKept()
      if (isKept()) for (const each of own) each.isKept = true
    }
    // reason: a device in trouble says so in `keeping`, and then nothing is kept
    note().catch(() => undefined)
  }

  #trouble(state: DeviceState, device: ScheduleDevice, trouble: Extract<Step, { kind: 'device' }>['trouble']): void {
    if (trouble !== 'none') this.count('devices in trouble')
    if (trouble !== 'evicted') return device.fail(trouble === 'none' ? undefined : trouble)
    device.evict()
    for (const each of this.written.filter((each) => each.device === state)) {
      each.isKept = false
      if (!each.page.isAlive) each.mayBeLost = true
    }
  }

  #newText(taken: Taken): string {
    return `text ${++this.#texts}${taken === 'good' ? '' : ` [${taken}]`}`
  }

  #pageAt(at: number): SchedulePage | undefined {
    const { pages } = this
    return pages[at % Math.max(1, pages.length)]
  }

  #deviceAt(at: number): DeviceState | undefined {
    return this.devices[at % this.devices.length]
  }

  #deviceOf(page: SchedulePage): DeviceState {
    const device = this.devices.find(({ pages }) => pages.includes(page))
    if (device === undefined) throw new Error(`page ${page.number} is not open`)
    return device
  }

  #remove(page: SchedulePage): DeviceState {
    const device = this.#deviceOf(page)
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

function idsIn(page: SchedulePage): readonly EntryId[] {
  return [...page.session.tree.get().index.entries()].map(({ id }) => id)
}

/** The session may say no to what a person does; anything else is a bug. */
function expected(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
