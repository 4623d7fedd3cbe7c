// One session: joins it, and shows it as soon as it is there, or why it is not.
import type { SessionId } from '@coppice/shared'
import { useCallback } from 'react'
import { SessionProvider, useStatus, useTree } from '../../../react/index.ts'
import { api } from '../../api/api.ts'
import { useResource } from '../../api/use-resource.ts'
import { navigate } from '../../router/use-route.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PlainPage } from '../../ui/PlainPage.tsx'
import { SignInPage } from '../sign-in/SignInPage.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import { SessionScreen } from './SessionScreen.tsx'
import { useJoinedSession } from './use-joined-session.ts'

export function SessionPage({ id }: { readonly id: SessionId }) {
  const session = useJoinedSession(id)
  const load = useCallback((signal: AbortSignal) => api.getSession(id, signal), [id])
  const { resource } = useResource(load)
  const title = resource.state === 'ready' ? resource.value.title : undefined
  return session === undefined ? (
    <SessionFrame title={title} />
  ) : (
    <SessionProvider session={session}>
      <Joined title={title} />
    </SessionProvider>
  )
}

function Joined({ title }: { readonly title: string | undefined }) {
  const { synced } = useTree()
  const status = useStatus()
  if (synced) return <SessionScreen storedTitle={title} />
  if (status.state !== 'refused') return <SessionFrame title={title} offline={status.state === 'offline'} />
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
