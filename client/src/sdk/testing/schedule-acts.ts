// What people and fate do in a schedule, step by step.
import { entriesOf, SessionError, type EntryId, type EntryPayload } from '@coppice/shared'
import { vi } from 'vitest'
import { messageEntry, userPayload } from './harness.ts'
import type { ScheduleDevice } from './schedule-device.ts'
import type { SchedulePage } from './schedule-page.ts'
import type { Step, Taken } from './schedule-steps.ts'
import type { DeviceState, ScheduleWorld } from './schedule-world.ts'

const MAX_TABS = 2

/** Resolves when the machine has run as long as the step says. */
export async function take(world: ScheduleWorld, step: Step): Promise<void> {
  await act(world, step)
  await world.run(step.turns)
}

async function act(world: ScheduleWorld, step: Step): Promise<void> {
  const { server } = world
  const page = 'page' in step ? world.pageAt(step.page) : undefined
  const device = 'device' in step ? world.deviceAt(step.device) : undefined
  const connection =
    'at' in step && server.connections.length > 0 ? server.connections[step.at % server.connections.length] : undefined
  switch (step.kind) {
    case 'write':
      if (page !== undefined) write(world, page, step)
      return
    case 'prompt':
      if (page !== undefined) prompt(world, page, step.taken)
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
      if (connection !== undefined) world.count('cuts')
      connection?.cut()
      return
    case 'lose-acknowledgement': {
      connection?.deliverToServer()
      const before = server.log.length
      server.commit()
      if (server.log.length > before) world.count('lost acknowledgements')
      connection?.cut()
      return
    }
    case 'kill':
      world.count('kills')
      server.kill()
      return
    case 'flush':
      server.flush()
      return
    case 'answer':
      world.runs.writeAnswers()
      return
    case 'others': {
      const all = [...entriesOf(server.doc).values()]
      const parent = all[step.at % all.length]
      const time = Math.max(Date.now(), Date.parse(parent?.timestamp ?? ''))
      const entry = messageEntry(`theirs ${all.length}`, parent?.id ?? null, 'dora')
      server.write({ ...entry, timestamp: new Date(time).toISOString() })
      return
    }
    case 'network':
      server.isUp = step.isUp
      if (!step.isUp) for (const each of server.connections.slice()) each.cut()
      return
    case 'load':
      if (device !== undefined && device.pages.length < MAX_TABS) world.load(device)
      return
    case 'close':
      if (page !== undefined) await world.close(page)
      return
    case 'crash':
      if (page !== undefined) world.crash(page)
      return
    case 'reload':
    case 'crash-reload': {
      if (page === undefined) return
      const owner = world.deviceOf(page)
      world.count('reloads')
      if (step.kind === 'reload') await world.close(page)
      else world.crash(page)
      world.load(owner)
      return
    }
    case 'keep':
      if (page !== undefined) keep(world, page)
      return
    case 'run-waiting':
      if (page !== undefined) world.runs.askFor(page)
      return
    case 'role':
      if (device !== undefined) server.roles.set(device.plan.person, step.role)
      return
    case 'clock':
      if (device === undefined || device.offsetMs === step.offsetMs) return
      device.offsetMs = step.offsetMs
      world.count('clocks set wrong')
      return
    case 'device':
      if (device?.device !== undefined) trouble(world, device, device.device, step.trouble)
      return
    case 'runs':
      world.runs.outcome = step.outcome
      return
    case 'time':
      return world.pass(step.ms)
    case 'sleep':
      vi.setSystemTime(Date.now() + step.ms)
      return
    default:
      step satisfies never
  }
}

function write(world: ScheduleWorld, page: SchedulePage, step: Extract<Step, { kind: 'write' }>): void {
  const ids = idsIn(page)
  const other = ids[step.at % Math.max(1, ids.length)]
  const text = world.newText(step.taken)
  const payloads: Record<typeof step.what, EntryPayload> = {
    message: userPayload(text),
    label: { type: 'label', targetId: other ?? 'p', label: text },
    name: { type: 'session_info', name: text },
    custom: { type: 'custom', customType: 'test.note', data: { text } },
  }
  const place = { leaf: {}, root: { parentId: null }, elsewhere: { parentId: other ?? null } }[step.place]
  expected(() => world.note(page, page.session.append(payloads[step.what], place), step.taken))
}

function prompt(world: ScheduleWorld, page: SchedulePage, taken: Taken): void {
  const { session } = page
  const before = session.leaf.get()
  world.runs.prompting(page, () => {
    session.prompt(world.newText(taken)).catch((problem: unknown) => {
      if (!(problem instanceof SessionError)) world.problems.push(problem)
    })
  })
  const leafId = session.leaf.get()
  const entry = leafId === null || leafId === before ? undefined : session.tree.get().index.get(leafId)
  if (entry === undefined) return
  const written = world.note(page, entry, taken)
  world.count(session.status.get().state === 'live' ? 'prompts' : 'prompts offline')
  world.runs.note(entry.id, written.device)
}

function keep(world: ScheduleWorld, page: SchedulePage): void {
  const own = world.written.filter((each) => each.page === page)
  const isKept = (): boolean => page.isAlive && page.session.keeping.get().kind === 'kept'
  if (!isKept()) return
  const note = async (): Promise<void> => {
    await page.session.whenKept()
    if (isKept()) for (const each of own) each.isKept = true
  }
  // reason: a device in trouble says so in `keeping`, and then nothing is kept
  note().catch(() => undefined)
}

function trouble(
  world: ScheduleWorld,
  state: DeviceState,
  device: ScheduleDevice,
  trouble: Extract<Step, { kind: 'device' }>['trouble'],
): void {
  if (trouble !== 'none') world.count('devices in trouble')
  if (trouble !== 'evicted') return device.fail(trouble === 'none' ? undefined : trouble)
  device.evict()
  for (const each of world.written.filter((each) => each.device === state)) {
    each.isKept = false
    if (!each.page.isAlive) each.mayBeLost = true
  }
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
