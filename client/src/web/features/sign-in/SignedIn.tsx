// Asks the server who is signed in, and shows the page to them or the way to sign in.
import { SessionError, type Participant } from '@coppice/shared'
import type { ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { useResource } from '../../api/use-resource.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PlainPage } from '../../ui/PlainPage.tsx'
import { errorWords } from '../../words/error-words.ts'
import { SignInPage } from './SignInPage.tsx'

const loadMe = (signal: AbortSignal): Promise<Participant> => api.me(signal)

export function SignedIn({ children }: { readonly children: (me: Participant) => ReactNode }) {
  const { resource, reload } = useResource(loadMe)
  switch (resource.state) {
    case 'loading':
      return null
    case 'ready':
      return children(resource.value)
    case 'failed':
      if (resource.error instanceof SessionError && resource.error.code === 'unauthenticated') return <SignInPage />
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
