// One session: joins it, and shows it as soon as it is there, from this device or from the server, or why it is not.
import type { Participant, SessionId } from '@coppice/shared'
import { useCallback } from 'react'
import { SessionProvider, useKeeping, useStatus, useTree } from '../../../react/index.ts'
import { api } from '../../api/api.ts'
import { useResource } from '../../api/use-resource.ts'
import { navigate } from '../../router/use-route.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PlainPage } from '../../ui/PlainPage.tsx'
import { rememberedTitle, rememberSession } from '../sessions/remembered-sessions.ts'
import { SignInPage } from '../sign-in/SignInPage.tsx'
import { NeverOpenedHere } from './NeverOpenedHere.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import { SessionScreen } from './SessionScreen.tsx'
import { useJoinedSession } from './use-joined-session.ts'

export function SessionPage({ id, me }: { readonly id: SessionId; readonly me: Participant }) {
  const session = useJoinedSession(id, me.id)
  const load = useCallback(
    async (signal: AbortSignal) => {
      const info = await api.getSession(id, signal)
      rememberSession(me.id, info)
      return info
    },
    [id, me.id],
  )
  const { resource } = useResource(load)
  const title = resource.state === 'ready' ? resource.value.title : rememberedTitle(me.id, id)
  const entries = resource.state === 'ready' ? resource.value.entries : undefined
  return session === undefined ? (
    <SessionFrame title={title} entries={entries} />
  ) : (
    <SessionProvider session={session}>
      <Joined title={title} entries={entries} />
    </SessionProvider>
  )
}

function Joined({ title, entries }: { readonly title: string | undefined; readonly entries: number | undefined }) {
  const { open } = useTree()
  const status = useStatus()
  const isKept = useKeeping().kind !== 'memory'
  if (open) return <SessionScreen storedTitle={title} />
  // What this device has is opened before the server is asked: it has nothing.
  if (status.state === 'offline') return <NeverOpenedHere title={title} isKept={isKept} />
  if (status.state !== 'refused') return <SessionFrame title={title} entries={entries} />
  if (status.code === 'unauthenticated') return <SignInPage />
  return (
    <PlainPage>
      <ErrorState
        title={status.code === 'not_found' ? 'This session is not here' : 'This session does not let you in'}
        actions={<Button onClick={() => navigate({ page: 'sessions' })}>Go to your sessions</Button>}
      >
        {status.message}
      </ErrorState>
    </PlainPage>
  )
}
