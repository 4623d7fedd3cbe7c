// Who is here now, one row per participant, from the presence of all connections.
import type { EntryId, Participant, ParticipantId, Person } from '@coppice/shared'
import type { PeerPresence } from '../../../sdk/types.ts'
import { shownPerson } from './find-person.ts'

export interface HereNow {
  readonly id: ParticipantId
  readonly person: Person
  readonly isMe: boolean
  /** Where they stand; several when they have several tabs open at different places. */
  readonly leaves: readonly (EntryId | null)[]
  /** What they look at, where that is not where they stand. */
  readonly viewId: EntryId | null
  readonly writing: boolean
}

interface Present {
  readonly me: Participant | undefined
  readonly myLeaf: EntryId | null
  readonly peers: readonly PeerPresence[]
}

/** Me first, then the others in the order of their names. */
export function hereNow({ me, myLeaf, peers }: Present): readonly HereNow[] {
  const rows = new Map<ParticipantId, HereNow>()
  if (me !== undefined)
    rows.set(me.id, { id: me.id, person: shownPerson(me), isMe: true, leaves: [myLeaf], viewId: null, writing: false })
  for (const peer of peers) {
    const before = rows.get(peer.user.id)
    rows.set(peer.user.id, {
      id: peer.user.id,
      person: shownPerson(peer.user),
      isMe: peer.user.id === me?.id,
      leaves: [...new Set([...(before?.leaves ?? []), peer.leafId])],
      viewId: before?.viewId ?? peer.viewId,
      writing: before?.writing === true || peer.writing,
    })
  }
  return [...rows.values()].sort(
    (a, b) => Number(b.isMe) - Number(a.isMe) || a.person.name.localeCompare(b.person.name),
  )
}
