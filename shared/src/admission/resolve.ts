// Puts the new entries of an update into an order in which each comes after its parent and whatever else it refers to.
// Entries of one clientID stand in the order of their clocks; between clientIDs the references decide. No such order:
// something is missing, or it is a cycle.
import type { Entry } from '../entry/entry.ts'
import type { EntryId } from '../entry/ids.ts'
import type { AdmittedEntry } from './outcome.ts'
import { firstMissing, refuseReference } from './references.ts'

interface Queue {
  readonly entries: readonly AdmittedEntry[]
  next: number
}

/**
 * Calls `accept` once for each entry, in that order; `find` must see the entries accepted so far. Linear in the number
 * of entries, whatever the order of the clientIDs. Throws `parent_missing` or `entry_invalid`, and what `accept` throws.
 */
export function resolveOrder(
  lines: readonly (readonly AdmittedEntry[])[],
  find: (id: EntryId) => Entry | undefined,
  accept: (admitted: AdmittedEntry) => void,
): void {
  const ready: Queue[] = lines.map((entries) => ({ entries, next: 0 }))
  const blocked = new Map<string, Queue[]>()
  for (let queue = ready.pop(); queue !== undefined; queue = ready.pop()) {
    for (let head = queue.entries[queue.next]; head !== undefined; head = queue.entries[queue.next]) {
      const missing = firstMissing(head.entry, find)
      if (missing !== undefined) {
        const others = blocked.get(missing.id)
        if (others === undefined) blocked.set(missing.id, [queue])
        else others.push(queue)
        break
      }
      accept(head)
      queue.next++
      const woken = blocked.get(head.entry.id)
      blocked.delete(head.entry.id)
      if (woken !== undefined) ready.push(...woken)
    }
  }
  for (const queues of blocked.values()) {
    const head = queues[0]?.entries[queues[0].next]
    if (head === undefined) continue
    const missing = firstMissing(head.entry, find)
    if (missing !== undefined) refuseReference(head.entry, missing)
  }
}
