// The rules for one entry: its shape, who may write it, its place and its time. Each check is one rule of
// docs/PROTOCOL.md. Refusals name the entry, the field and what to do.
import { mayDo } from '../access/roles.ts'
import { COPPICE_PREFIX } from '../entry/custom.ts'
import { checkEntry, type Entry } from '../entry/entry.ts'
import { entryIdSchema, type EntryId } from '../entry/ids.ts'
import { MAX_CLOCK_AHEAD_MS } from '../entry/limits.ts'
import { timeOf } from '../tree/order.ts'
import { refuse, type AdmissionContext } from './outcome.ts'

/** `append`: a participant, or the server in an agent's name. `import`: the entries of a file. */
export type AdmissionMode = 'append' | 'import'

export interface Policy extends AdmissionContext {
  readonly mode: AdmissionMode
  /** The server writes in the name of `who`, and knows who contributed. */
  readonly byServer: boolean
}

/** The entries that a new one may refer to: the record, what waits, and what came before it. */
export interface Surroundings {
  find(id: EntryId): Entry | undefined
  replacedTime(fact: Entry): number
}

/** What holds for an entry wherever it stands. `key` is the one it was sent under. */
export function checkContent(value: unknown, key: string, policy: Policy): Entry {
  const id = typeof value === 'object' && value !== null ? (Reflect.get(value, 'id') as unknown) : undefined
  if (typeof id === 'string' && id !== key) {
    refuse('entry_invalid', `Entry ${id} was sent under the key ${key}. An entry stands under its own id.`, id)
  }
  const checked = checkEntry(value)
  if (!checked.ok)
    return refuse('entry_invalid', `Entry ${key} does not have the shape of an entry: ${checked.problem}.`, key)
  const { entry } = checked
  if (entry.author !== policy.who.participant) {
    refuse(
      'author_forged',
      `Entry ${key} says it is by ${entry.author}, but you are ${policy.who.participant}. Write it in your own name.`,
      key,
    )
  }
  if (policy.mode === 'append') checkReserved(entry, policy)
  checkRole(entry, policy)
  if (policy.isOpenDraft(entry.id)) {
    refuse('id_used', `Entry ${key} has the id of a draft that is still being written. Give it an id of its own.`, key)
  }
  return entry
}

/** The entries that must exist before this one: its parent, and what it is about. */
export function referencesOf(entry: Entry): readonly Reference[] {
  const references: Reference[] = []
  if (entry.parentId !== null) references.push({ field: 'parentId', id: entry.parentId })
  const about = aboutOf(entry)
  if (about !== undefined) references.push(about)
  return references
}

export interface Reference {
  readonly field: 'parentId' | 'targetId' | 'firstKeptEntryId'
  readonly id: string
}

export function refuseReference(entry: Entry, { field, id }: Reference): never {
  if (field === 'parentId') {
    return refuse(
      'parent_missing',
      `Entry ${entry.id} hangs below ${id}, which this session does not have. Append it below an entry that is there.`,
      entry.id,
    )
  }
  return refuse(
    'entry_invalid',
    `Entry ${entry.id} names ${id} in ${field}, which this session does not have. Name an entry that is there.`,
    entry.id,
  )
}

/** Not before the parent; not after the server's clock and a minute, unless parent or replaced fact are later still. */
export function checkTime(entry: Entry, surroundings: Surroundings, nowMs: number): void {
  const { id, timestamp } = entry
  const time = Date.parse(timestamp)
  if (Number.isNaN(time) || new Date(time).toISOString() !== timestamp) {
    refuse(
      'entry_invalid',
      `Entry ${id} has the timestamp "${timestamp.slice(0, 40)}". Write it in UTC with milliseconds, as in ${new Date(nowMs).toISOString()}.`,
      id,
    )
  }
  const parent = entry.parentId === null ? undefined : surroundings.find(entry.parentId)
  const earliest = parent === undefined ? Number.NEGATIVE_INFINITY : timeOf(parent)
  if (time < earliest) {
    refuse(
      'time_out_of_bounds',
      `Entry ${id} is dated ${timestamp}, before its parent (${parent?.timestamp ?? ''}). Date it no earlier.`,
      id,
    )
  }
  const latest = Math.max(nowMs + MAX_CLOCK_AHEAD_MS, earliest + 1, surroundings.replacedTime(entry) + 1)
  if (time > latest) {
    refuse(
      'time_out_of_bounds',
      `Entry ${id} is dated ${timestamp}, but it is ${new Date(nowMs).toISOString()}. Set the clock of your device right and send it again.`,
      id,
    )
  }
}

/** An entry id out of a reference that may be any string. */
export function asEntryId(id: string): EntryId | undefined {
  const parsed = entryIdSchema.safeParse(id)
  return parsed.success ? parsed.data : undefined
}

function aboutOf(entry: Entry): Reference | undefined {
  switch (entry.type) {
    case 'label':
    case 'context_edit':
      return { field: 'targetId', id: entry.targetId }
    case 'leaf':
      return entry.targetId === null ? undefined : { field: 'targetId', id: entry.targetId }
    case 'compaction':
      return entry.firstKeptEntryId === undefined
        ? undefined
        : { field: 'firstKeptEntryId', id: entry.firstKeptEntryId }
    case 'message':
    case 'thinking_level_change':
    case 'model_change':
    case 'active_tools_change':
    case 'branch_summary':
    case 'custom':
    case 'custom_message':
    case 'session_info':
    case 'usage':
      return undefined
    default:
      return entry satisfies never
  }
}

function checkReserved(entry: Entry, policy: Policy): void {
  if (entry.source !== undefined) {
    refuse(
      'entry_invalid',
      `Entry ${entry.id} has the field source, which only an import may write. Leave it out.`,
      entry.id,
    )
  }
  if (entry.contributors !== undefined && !policy.byServer) {
    refuse(
      'entry_invalid',
      `Entry ${entry.id} has the field contributors, which only the server writes. Leave it out.`,
      entry.id,
    )
  }
}

function checkRole(entry: Entry, { who: { role }, mode }: Policy): void {
  if (mayDo(role, mode)) return
  if (mode === 'append' && mayDo(role, 'comment')) {
    if (entry.type === 'custom' && entry.customType.startsWith(COPPICE_PREFIX)) return
    refuse(
      'forbidden',
      `Entry ${entry.id} is of type ${entry.type}, and you may only comment in this session. Ask its owner to let you prompt.`,
      entry.id,
    )
  }
  const may = mode === 'import' ? 'import into this session' : 'only read this session'
  refuse(
    'forbidden',
    mode === 'import'
      ? `You may not ${may}. Ask its owner.`
      : `Entry ${entry.id} was not added: you may ${may}. Ask its owner to let you prompt.`,
    entry.id,
  )
}
