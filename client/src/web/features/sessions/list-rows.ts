// The rows of the list of sessions: what the server knows of each, and what of it lies on this device.
import type { Role, SessionId } from '@coppice/shared'
import type { SessionInfo } from '../../../sdk/api.ts'
import type { CardOnDevice } from '../../api/on-device.ts'
import type { HomeState } from './bring-home.ts'

export interface ListRow {
  readonly id: SessionId
  readonly title: string
  /** What I may do in it, as far as this device knows. */
  readonly role: Role
  /** Undefined for a session that the server's list does not have. */
  readonly info: SessionInfo | undefined
  /** Entries that are only on this device. */
  readonly unsaved: number
  /** Entries that were not accepted, and are only on this device. */
  readonly refused: number
  /** It opens without the server. */
  readonly onDevice: boolean
}

const UNTITLED = 'Untitled session'

/** In the order of the server's list; what only this device knows comes first, the last used one before the others. */
export function listRows(
  sessions: readonly SessionInfo[],
  cards: readonly CardOnDevice[],
  home: ReadonlyMap<SessionId, HomeState> = new Map(),
): readonly ListRow[] {
  const byId = new Map(cards.map((card) => [card.session, card]))
  // A session that is joined knows better than what the device noted of it last.
  const onlyHere = (id: SessionId, card: CardOnDevice | undefined): HomeState =>
    home.get(id) ?? { unsaved: card?.unsaved ?? 0, refused: card?.refused ?? 0 }
  const known = sessions.map((info): ListRow => {
    const card = byId.get(info.id)
    byId.delete(info.id)
    return {
      id: info.id,
      title: info.title,
      role: info.role,
      info,
      ...onlyHere(info.id, card),
      onDevice: card !== undefined,
    }
  })
  const unlisted = [...byId.values()]
    .sort((a, b) => b.usedAt - a.usedAt)
    .map((card): ListRow => ({
      id: card.hello.session,
      title: card.title ?? UNTITLED,
      role: card.hello.role,
      info: undefined,
      ...onlyHere(card.hello.session, card),
      onDevice: true,
    }))
  return [...unlisted, ...known]
}
