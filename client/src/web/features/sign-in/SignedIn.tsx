// Asks the server who is signed in, and shows the page to them or the way to sign in. While the server is asked, and
// while it cannot be reached, whoever was signed in last on this device is taken to be here.
import { SessionError, type Participant } from '@coppice/shared'
import { useState, type ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { isUnreachable } from '../../api/is-unreachable.ts'
import { useResource } from '../../api/use-resource.ts'
import { useRetry } from '../../api/use-retry.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PlainPage } from '../../ui/PlainPage.tsx'
import { errorWords } from '../../words/error-words.ts'
import { rememberedMe } from './remembered-me.ts'
import { SignInPage } from './SignInPage.tsx'

async function loadMe(signal: AbortSignal): Promise<Participant> {
  try {
    const me = await api.me(signal)
    rememberedMe.keep(me)
    return me
  } catch (error) {
    if (isSignedOut(error)) rememberedMe.signOut()
    throw error
  }
}

export function SignedIn({ children }: { readonly children: (me: Participant) => ReactNode }) {
  const { resource, reload } = useResource(loadMe)
  const [remembered] = useState(() => rememberedMe.read())
  useRetry(resource.state === 'failed' && isUnreachable(resource.error), reload)
  switch (resource.state) {
    case 'loading':
      return remembered === undefined ? null : children(remembered)
    case 'ready':
      return children(sameOr(remembered, resource.value))
    case 'failed':
      if (isSignedOut(resource.error)) return <SignInPage />
      if (remembered !== undefined && isUnreachable(resource.error)) return children(remembered)
      return (
        <PlainPage>
          <ErrorState title="Coppice does not answer" actions={<Button onClick={reload}>Try again</Button>}>
            {errorWords(resource.error)}
          </ErrorState>
        </PlainPage>
      )
    default:
      return resource satisfies never
  }
}

function isSignedOut(error: unknown): boolean {
  return error instanceof SessionError && error.code === 'unauthenticated'
}

/** The same object for the same person, so that nothing below begins anew. */
function sameOr(before: Participant | undefined, now: Participant): Participant {
  const isSame =
    before?.id === now.id && before.name === now.name && before.color === now.color && before.kind === now.kind
  return isSame ? before : now
}
