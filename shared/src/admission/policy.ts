// The rules for one entry: its shape, who may write it, and its time. Each check is one rule of docs/PROTOCOL.md.
// Refusals name the entry, the field and what to do.
import { mayDo } from '../access/roles.ts'
import { COPPICE_PREFIX } from '../entry/custom.ts'
import { checkEntry, type Entry } from '../entry/entry.ts'
import { MAX_ID_LENGTH, type ParticipantId } from '../entry/ids.ts'
import { MAX_CLOCK_AHEAD_MS } from '../entry/limits.ts'
import { timeOf } from '../tree/order.ts'
import { refuse, type AdmissionContext, type Who } from './outcome.ts'

/** `append`: a participant, or the server in the name of one. `import`: the entries of a file. */
export type AdmissionMode = 'append' | 'import'

export interface Policy extends AdmissionContext {
  readonly mode: AdmissionMode
  /** The server writes in the name of `who`, and knows who contributed. */
  readonly byServer: boolean
}

/** What holds for an entry wherever it hangs. `key` is the one it was sent under. */
export function checkContent(value: unknown, key: string, policy: Policy): Entry {
  const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'id') : undefined
  if (typeof id === 'string' && id !== key) {
    const name = id.slice(0, MAX_ID_LENGTH)
    refuse('entry_invalid', `Entry ${name} was sent under the key ${key}. An entry stands under its own id.`, key)
  }
  const checked = checkEntry(value)
  if (!checked.ok) {
    const problem = checked.problem.slice(0, 200)
    return refuse('entry_invalid', `Entry ${key} does not have the shape of an entry: ${problem}.`, key)
  }
  const { entry } = checked
  checkAuthor(entry.author, key, policy.who)
  if (policy.mode === 'append') checkReserved(entry, policy)
  checkRole(entry, policy)
  return entry
}

/**
 * Not before the parent. Not after the server's clock and a minute, unless the parent or a fact that this one replaces
 * is dated later still: then 1 ms after it. `replacedMs` is the time of such a fact, -Infinity without one.
 */
export function checkTime(entry: Entry, parent: Entry | undefined, replacedMs: number, nowMs: number): void {
  const { id, timestamp } = entry
  const time = Date.parse(timestamp)
  if (Number.isNaN(time) || new Date(time).toISOString() !== timestamp) {
    const given = timestamp.slice(0, 40)
    refuse(
      'entry_invalid',
      `Entry ${id} has the timestamp "${given}". Write it in UTC with milliseconds, as in ${new Date(nowMs).toISOString()}.`,
      id,
    )
  }
  const earliest = parent === undefined ? Number.NEGATIVE_INFINITY : timeOf(parent)
  if (time < earliest) {
    const message = `Entry ${id} is dated ${timestamp}, before its parent (${parent?.timestamp ?? ''}). Date it no earlier.`
    refuse('time_out_of_bounds', message, id)
  }
  if (time > Math.max(nowMs + MAX_CLOCK_AHEAD_MS, earliest + 1, replacedMs + 1)) {
    const message = `Entry ${id} is dated ${timestamp}, but it is ${new Date(nowMs).toISOString()}. Set your clock right and send it again.`
    refuse('time_out_of_bounds', message, id)
  }
}

export function checkAuthor(author: ParticipantId, key: string, { participant }: Who): void {
  if (author === participant) return
  const message = `Entry ${key} says it is by ${author}, but you are ${participant}. Write it in your own name.`
  refuse('author_forged', message, key)
}

export function checkMayImport(key: string, { role }: Who): void {
  if (mayDo(role, 'import')) return
  refuse('forbidden', 'You may not import into this session. Ask its owner to let you.', key)
}

function checkReserved({ id, source, contributors }: Entry, { byServer }: Policy): void {
  if (source !== undefined) {
    refuse('entry_invalid', `Entry ${id} has the field source, which only an import may write. Leave it out.`, id)
  }
  if (contributors !== undefined && !byServer) {
    refuse('entry_invalid', `Entry ${id} has the field contributors, which only the server writes. Leave it out.`, id)
  }
}

function checkRole(entry: Entry, { who, mode }: Policy): void {
  const { role } = who
  if (mode === 'import') return checkMayImport(entry.id, who)
  if (mayDo(role, mode)) return
  if (!mayDo(role, 'comment')) {
    refuse('forbidden', `Entry ${entry.id} was not added: you may only read. Ask the owner to let you write.`, entry.id)
  }
  if (entry.type === 'custom' && entry.customType.startsWith(COPPICE_PREFIX)) return
  const message = `Entry ${entry.id} was not added: you may only comment. Ask the owner to let you prompt.`
  refuse('forbidden', message, entry.id)
}
