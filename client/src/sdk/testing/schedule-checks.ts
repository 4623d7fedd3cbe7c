// What must hold after every step of a schedule, and at its end. Each check throws an Error that says what does not.
import { entriesOf, type Entry, type EntryId } from '@coppice/shared'
import type { SchedulePage } from './schedule-page.ts'
import type { ScheduleWorld, Written } from './schedule-world.ts'

/** After every step: the count never lies, and runs start when they may. */
export function checkStep(world: ScheduleWorld): void {
  for (const state of world.devices) {
    const { device, pages, plan } = state
    state.hasRecovered ||= pages.some(({ session }) => session.quarantine.get().length + session.generation.get() > 0)
    const theirs = world.written.filter((each) => each.device.plan.person === plan.person)
    for (const page of pages) {
      checkCount(page, theirs)
      if (page.session.unsaved.get() > 0) continue
      for (const each of theirs) {
        const { id } = each.entry
        const isKnown =
          each.page === page || (device !== undefined && each.device.device === device && isFound(page, each))
        if (!isKnown || world.isCommitted(id) || each.mayBeLost) continue
        if (!isInQuarantine(page, id)) fail(`page ${page.number} says that all is saved, but not ${nameOf(each)}`)
      }
    }
  }
  const [violation] = world.runs.violations
  if (violation !== undefined) fail(violation)
  if (world.problems.length > 0) throw world.problems[0]
  noteRoles(world)
}

/**
 * When everything is up again and nothing moves any more. What a device has that its pages could not read may come up
 * once they are loaded again, and not later.
 */
export function checkEnd(world: ScheduleWorld, { isLoadedAgain }: { readonly isLoadedAgain: boolean }): void {
  checkStep(world)
  const record = entriesOf(world.server.doc)
  for (const each of world.written) {
    const isHidden = each.isKept && each.device.pages.every(({ session }) => session.keeping.get().kind !== 'kept')
    if (isLoadedAgain || !isHidden) checkArrived(world, each, record.get(each.entry.id))
  }
  checkLog(world)
  const { largestFrame, limits } = world.server
  if (largestFrame > limits.frameBytes)
    fail(`a frame of ${largestFrame} bytes went up, of ${limits.frameBytes} allowed`)
  const texts = [...record.values()].map((entry) => contentOf(entry))
  const double = texts.find((text, i) => texts.indexOf(text) !== i)
  if (double !== undefined) fail(`it is in the record twice: ${double}`)
  for (const page of world.pages) checkConverged(page, new Map(record.entries()))
}

function checkCount({ number, session }: SchedulePage, theirs: readonly Written[]): void {
  const listed = session.unsavedEntries().map(({ id }) => id)
  const ids = new Set(listed)
  const count = session.unsaved.get()
  if (ids.size !== listed.length) fail(`page ${number} lists an unsaved entry twice`)
  if (count !== ids.size) fail(`page ${number} counts ${count} unsaved entries, and lists ${ids.size}`)
  for (const { entry } of theirs)
    if (session.isUnsaved(entry.id) !== ids.has(entry.id)) fail(`page ${number} is of two minds about ${entry.id}`)
}

/** Whether an entry of another page must have been found on the device by now: by who is in the same copy, or came later. */
function isFound(page: SchedulePage, { page: writer, device, isKept }: Written): boolean {
  const { keeping, tree } = page.session
  const isReadable = isKept && !writer.isAlive && keeping.get().kind === 'kept' && tree.get().open
  return isReadable && (page.isAfter(writer) || !device.hasRecovered)
}

function checkArrived(world: ScheduleWorld, each: Written, there: Entry | undefined): void {
  const { entry, page } = each
  const items = world.pages
    .filter((other) => other === page || each.device.pages.includes(other))
    .flatMap((other) => other.session.quarantine.get().filter(({ id }) => id === entry.id))
  const refused = items.find(({ state, reason }) => state === 'refused' && reason !== '')
  if (there !== undefined) {
    if (each.taken !== 'good') fail(`the server took ${nameOf(each)}`)
    if (refused !== undefined) fail(`${nameOf(each)} arrived, and is listed as refused: ${JSON.stringify(refused)}`)
    const isSame = contentOf(there) === contentOf(entry)
    const isDated = there.timestamp === entry.timestamp || (world.server.refusals.get(page.person) ?? 0) > 0
    if (!isSame || !isDated) fail(`${nameOf(each)} arrived as ${JSON.stringify(there)}`)
    if (there.timestamp !== entry.timestamp) world.count('timestamps corrected')
    return
  }
  if (refused === undefined) {
    if (!each.mayBeLost) fail(`${nameOf(each)} is neither in the record nor in quarantine: ${JSON.stringify(items)}`)
    world.count('entries lost with a page or device')
    return
  }
  if (!mayBeRefused(world, each))
    fail(`${nameOf(each)} was refused for no fault of its own: ${JSON.stringify(refused)}`)
  world.count('entries in quarantine')
}

/** The server would not have it, or what it hangs below or is about; or its writer's role did not allow it. */
function mayBeRefused(world: ScheduleWorld, { entry, taken, isRoleInDoubt }: Written): boolean {
  if (taken !== 'good' || isRoleInDoubt) return true
  const needed = [entry.parentId, entry.type === 'label' ? entry.targetId : null]
  return needed.some((id) => {
    const other = id === null ? undefined : world.written.find((each) => each.entry.id === id)
    return other !== undefined && !world.isCommitted(other.entry.id) && (other.mayBeLost || mayBeRefused(world, other))
  })
}

function checkLog({ server }: ScheduleWorld): void {
  const clocks = new Map<number, number>()
  const logged = new Set(server.log.map(({ entry }) => entry.id))
  const before = new Set<EntryId>()
  for (const { clientId, clock, entry } of server.log) {
    if (clock < (clocks.get(clientId) ?? 0)) fail(`clientID ${clientId} goes back to clock ${clock}`)
    clocks.set(clientId, clock + 1)
    const { parentId, id } = entry
    if (before.has(id)) fail(`${id} was committed twice`)
    if (parentId !== null && logged.has(parentId) && !before.has(parentId)) fail(`${id} came before its parent`)
    before.add(id)
  }
}

function checkConverged({ number, session }: SchedulePage, record: ReadonlyMap<string, Entry>): void {
  const status = session.status.get()
  if (status.state !== 'live') fail(`page ${number} is ${JSON.stringify(status)}`)
  if (session.unsaved.get() > 0) fail(`page ${number} has ${session.unsaved.get()} unsaved entries in the end`)
  const { index } = session.tree.get()
  for (const [id, entry] of record) {
    const there = index.get(entry.id)
    if (textOf(there) !== textOf(entry)) fail(`page ${number} has ${JSON.stringify(there)} as ${id}`)
  }
  if (index.size !== record.size) fail(`page ${number} has ${index.size} entries, the server ${record.size}`)
}

/** What is not committed while its writer may not write may be refused for that. */
function noteRoles(world: ScheduleWorld): void {
  for (const each of world.written) {
    if (each.isRoleInDoubt || world.isCommitted(each.entry.id)) continue
    const { person } = each.page
    const roles = world.pages.filter((page) => page.person === person).map(({ session }) => session.hello.get()?.role)
    roles.push(world.server.roleOf(world.server.participant(person)))
    each.isRoleInDoubt = roles.some((role) => role === 'view' || role === 'comment')
  }
}

function isInQuarantine({ session }: SchedulePage, id: EntryId): boolean {
  return session.quarantine.get().some((item) => item.id === id)
}

/** All of an entry but its time, which may be corrected. */
function contentOf(entry: Entry): string {
  return textOf({ ...entry, timestamp: undefined })
}

/** JSON that does not depend on the order of the fields. */
function textOf(value: object | undefined): string {
  const sorted = (_key: string, part: unknown): unknown =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  return JSON.stringify(value, sorted) ?? ''
}

function nameOf({ entry, page, device, taken }: Written): string {
  return `${entry.type} ${entry.id} (${JSON.stringify(entry)}) of page ${page.number} on ${device.plan.person}’s device, ${taken}`
}

function fail(message: string): never {
  throw new Error(message)
}
