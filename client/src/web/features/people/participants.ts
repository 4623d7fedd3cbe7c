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
  readonly doing: Doing
  /** How many windows they have this session open in. */
  readonly windows: number
}

/** `away`: at none of their windows. `here`: all that is known of who reads, and of who hides what they do. */
export type Doing = 'writing' | 'here' | 'away'

interface Present {
  readonly me: Participant | undefined
  readonly myLeaf: EntryId | null
  readonly peers: readonly PeerPresence[]
}

/** Me first, then the others in the order of their names. */
export function hereNow({ me, myLeaf, peers }: Present): readonly HereNow[] {
  const rows = new Map<ParticipantId, HereNow>()
  if (me !== undefined)
    rows.set(me.id, {
      id: me.id,
      person: shownPerson(me),
      isMe: true,
      leaves: [myLeaf],
      viewId: null,
      doing: 'here',
      windows: 1,
    })
  for (const peer of peers) {
    const before = rows.get(peer.user.id)
    rows.set(peer.user.id, {
      id: peer.user.id,
      person: shownPerson(peer.user),
      isMe: peer.user.id === me?.id,
      leaves: [...new Set([...(before?.leaves ?? []), peer.leafId])],
      viewId: before?.viewId ?? peer.viewId,
      doing: liveliest(before?.doing, doingOf(peer)),
      windows: (before?.windows ?? 0) + 1,
    })
  }
  return [...rows.values()].sort(
    (a, b) => Number(b.isMe) - Number(a.isMe) || a.person.name.localeCompare(b.person.name),
  )
}

/** Those whom I can follow, in the order of their digits. */
export function followable(here: readonly HereNow[]): readonly HereNow[] {
  return here.filter(({ isMe }) => !isMe)
}

function doingOf({ writing, away }: PeerPresence): Doing {
  return writing ? 'writing' : away ? 'away' : 'here'
}

function liveliest(a: Doing | undefined, b: Doing): Doing {
  if (a === undefined || b === 'writing') return b
  return a === 'away' ? b : a
}
