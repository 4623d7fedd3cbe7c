// What an invite link opens: which session it is, a name to come in with, and the door.
import { useCallback, useState, type FormEvent } from 'react'
import { SessionError, type Participant } from '@coppice/shared'
import { api } from '../../api/api.ts'
import { useResource } from '../../api/use-resource.ts'
import { navigate } from '../../router/use-route.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PlainPage } from '../../ui/PlainPage.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { errorWords } from '../../words/error-words.ts'
import { rememberedMe } from '../sign-in/remembered-me.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'

const MAX_NAME_LENGTH = 80

export function JoinPage({ code }: { readonly code: string }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [invite, me] = await Promise.all([api.getInvite(code, signal), meOrNobody(signal)])
      return { invite, me }
    },
    [code],
  )
  const { resource, reload } = useResource(load)
  return (
    <PlainPage>
      {resource.state === 'failed' && <BadInvite error={resource.error} onRetry={reload} />}
      {resource.state === 'ready' && (
        <JoinForm code={code} title={resource.value.invite.title} me={resource.value.me} />
      )}
    </PlainPage>
  )
}

interface JoinFormProps {
  readonly code: string
  readonly title: string
  readonly me: Participant | undefined
}

function JoinForm({ code, title, me }: JoinFormProps) {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function join(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    if (me === undefined && name.trim() === '') return setProblem('Type the name the others should see.')
    setBusy(true)
    setProblem(undefined)
    try {
      const { session, participant } = await api.acceptInvite(code, me === undefined ? name.trim() : undefined)
      rememberedMe.keep(participant)
      navigate({ page: 'session', id: session }, { replace: true })
    } catch (error) {
      setProblem(errorWords(error))
      setBusy(false)
    }
  }

  return (
    <>
      <p className="text-ink-2">You are invited to</p>
      <h1 className="mt-1 text-xl font-semibold tracking-tight break-words">{withVisibleControls(title)}</h1>
      <form onSubmit={(event) => void join(event)} className="mt-8 border-t border-line pt-6">
        {me === undefined ? (
          <TextField
            label="Your name"
            hint="The others see it beside what you write. You need no account."
            value={name}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="name"
            autoFocus
            problem={problem}
            onChange={(event) => setName(event.target.value)}
          />
        ) : (
          <>
            <p className="flex items-center gap-2.5">
              <Avatar person={me} decorative />
              <span>
                You join as <span className="font-semibold">{me.name}</span>.
              </span>
            </p>
            {problem !== undefined && (
              <p role="alert" className="mt-2 text-xs text-bad">
                {problem}
              </p>
            )}
          </>
        )}
        <Button type="submit" look="primary" busy={busy} className="mt-5 h-9 w-full">
          Join the session
        </Button>
      </form>
    </>
  )
}

function BadInvite({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const final = error instanceof SessionError && (error.code === 'gone' || error.code === 'not_found')
  return (
    <ErrorState
      title={final ? 'This link does not open a session' : 'The invite could not be opened'}
      {...(final ? {} : { actions: <Button onClick={onRetry}>Try again</Button> })}
    >
      {errorWords(error)}
    </ErrorState>
  )
}

async function meOrNobody(signal: AbortSignal): Promise<Participant | undefined> {
  try {
    return await api.me(signal)
  } catch (error) {
    if (error instanceof SessionError && error.code === 'unauthenticated') return undefined
    throw error
  }
}
