// The list of sessions: the server's, or without it the one that is remembered, with what lies on this device.
import type { Participant } from '@coppice/shared'
import { useCallback, useMemo } from 'react'
import { api } from '../../api/api.ts'
import { isUnreachable } from '../../api/is-unreachable.ts'
import { cardsOnDevice, type CardOnDevice } from '../../api/on-device.ts'
import { useResource } from '../../api/use-resource.ts'
import { useRetry } from '../../api/use-retry.ts'
import { useBringHome } from './use-bring-home.ts'
import { listRows, type ListRow } from './list-rows.ts'
import { rememberedSessions, rememberSessions, type RememberedSessions } from './remembered-sessions.ts'

export type SessionList =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | {
      readonly state: 'ready'
      readonly rows: readonly ListRow[]
      /** When the list is from, where the server cannot be reached; undefined while it can. */
      readonly offlineFrom: number | undefined
    }

interface Loaded extends RememberedSessions {
  readonly cards: readonly CardOnDevice[]
  readonly isOffline: boolean
}

export function useSessionList(me: Participant): { readonly list: SessionList; readonly reload: () => void } {
  const load = useCallback(
    async (signal: AbortSignal): Promise<Loaded> => {
      const onDevice = cardsOnDevice(me.id)
      try {
        const given = { sessions: await api.listSessions(signal), at: Date.now() }
        rememberSessions(me.id, given)
        return { ...given, cards: await onDevice, isOffline: false }
      } catch (error) {
        const cards = await onDevice
        const before = rememberedSessions(me.id)
        if (!isUnreachable(error) || (before === undefined && cards.length === 0)) throw error
        return { sessions: before?.sessions ?? [], at: before?.at ?? Date.now(), cards, isOffline: true }
      }
    },
    [me],
  )
  const { resource, reload } = useResource(load)
  const isOffline = resource.state === 'ready' && resource.value.isOffline
  useRetry(isOffline || (resource.state === 'failed' && isUnreachable(resource.error)), reload)
  const home = useBringHome(me, resource.state === 'ready' ? resource.value : undefined, reload)
  const list = useMemo<SessionList>(() => {
    if (resource.state !== 'ready') return resource
    const { sessions, cards, at } = resource.value
    return {
      state: 'ready',
      rows: listRows(sessions, cards, home),
      offlineFrom: resource.value.isOffline ? at : undefined,
    }
  }, [resource, home])
  return { list, reload }
}
