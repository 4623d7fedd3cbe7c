// Writes again what a refusal kept from the server, once a fresh copy is in step with it: what is there already is not
// written twice, what may be written is, parents first, and what may not is listed with its reason.
import { sameJson, SessionError, type Entry, type EntryId } from '@coppice/shared'
import type { QuarantineItem } from './quarantine.ts'

export interface ReplayDeps {
  /** What is in quarantine now. */
  readonly items: () => readonly QuarantineItem[]
  readonly put: (...items: readonly QuarantineItem[]) => Promise<unknown>
  readonly remove: (...ids: readonly string[]) => Promise<unknown>
  /** The entry of the copy with this id, saved or on its way. */
  readonly find: (id: EntryId) => Entry | undefined
  /** Writes an entry of mine again. Throws the SessionError that the server would refuse it with. */
  readonly write: (entry: Entry) => void
  /** The copy went out of use: what was not tried yet waits for the next one. */
  readonly isOver: () => boolean
  /** Resolves true when these are saved, false when the copy went out of use before. */
  readonly whenSaved: (ids: readonly EntryId[]) => Promise<boolean>
}

/** Returns when everything that waits was tried, or the copy went out of use. */
export async function replay(deps: ReplayDeps): Promise<void> {
  const items = parentsFirst(deps.items().filter((item) => item.state === 'waiting'))
  const isThere = ({ entry }: QuarantineItem): boolean => deps.find(entry.id) !== undefined
  const missing = items.filter((item) => !isThere(item))
  for (const group of [items.filter(isThere), ...groupsOf(missing)].filter(({ length }) => length > 0)) {
    const written: EntryId[] = []
    const refused: QuarantineItem[] = []
    for (const item of group) {
      if (deps.isOver()) break
      const refusal = writeAgain(item, deps)
      if (refusal === undefined) written.push(item.entry.id)
      else refused.push(refusal)
    }
    if (refused.length > 0) await deps.put(...refused)
    if (deps.isOver() || !(await deps.whenSaved(written))) return
    await deps.remove(...written)
  }
  await forgetArrived(deps)
}

/** So many of those that were refused together are tried one by one. */
const ALONE = 16

/**
 * What goes up together. After a second refusal entries go up alone, so that the one to blame stands out, and then in
 * ever larger groups. One that is refused in such a group is among the first next time: each entry goes up in a frame of
 * its own, so those before it were taken.
 */
function groupsOf(items: readonly QuarantineItem[]): readonly (readonly QuarantineItem[])[] {
  if (items.every((item) => item.tries <= 1)) return [items]
  const groups = items.slice(0, ALONE).map((item) => [item])
  let [start, size] = [ALONE, 2]
  while (start < items.length) {
    groups.push(items.slice(start, start + size))
    start += size
    size *= 2
  }
  return groups
}

/** What was refused may have arrived after all: from another tab, or from a copy that was found on the device. */
async function forgetArrived({ items, find, whenSaved, remove }: ReplayDeps): Promise<void> {
  const arrived = items().filter(({ state, entry }) => {
    const there = state === 'refused' ? find(entry.id) : undefined
    return there !== undefined && isSameWork(there, entry)
  })
  if (arrived.length === 0 || !(await whenSaved(arrived.map(({ entry }) => entry.id)))) return
  await remove(...arrived.map(({ id }) => id))
}

/** Undefined when the entry is in the copy now, else why it is not. */
function writeAgain(item: QuarantineItem, { find, write }: ReplayDeps): QuarantineItem | undefined {
  const there = find(item.entry.id)
  if (there !== undefined) {
    if (isSameWork(there, item.entry)) return undefined
    const reason = 'There is something else under its id in this session.'
    return { ...item, state: 'refused', code: 'id_used', reason }
  }
  try {
    write(item.entry)
    return undefined
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    return { ...item, state: 'refused', ...reasonOf(error) }
  }
}

/** What hangs below a refused entry is refused for want of it. */
function reasonOf(error: SessionError): Pick<QuarantineItem, 'code' | 'reason'> {
  if (error.code === 'parent_missing')
    return { code: error.code, reason: 'What it hangs below is not in this session, or was not accepted either.' }
  return { code: error.code, reason: error.message }
}

/** Whether an entry of the record is the one in quarantine; its timestamp may have been corrected when it was written. */
export function isSameWork(there: Entry, entry: Entry): boolean {
  return sameJson({ ...there, timestamp: '' }, { ...entry, timestamp: '' })
}

function parentsFirst(items: readonly QuarantineItem[]): QuarantineItem[] {
  const byId = new Map(items.map((item) => [item.entry.id, item]))
  const line = new Set<QuarantineItem>()
  for (const item of items) {
    const above: QuarantineItem[] = []
    for (
      let at: QuarantineItem | undefined = item;
      at !== undefined && !line.has(at) && !above.includes(at);
      at = at.entry.parentId === null ? undefined : byId.get(at.entry.parentId)
    )
      above.push(at)
    for (const each of above.toReversed()) line.add(each)
  }
  return [...line]
}
