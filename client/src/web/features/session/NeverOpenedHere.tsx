// What stands in place of a session that this device does not have, while the server cannot be reached.
import { useSession } from '../../../react/index.ts'
import { navigate } from '../../router/use-route.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { withVisibleControls } from '../tree/visible-controls.ts'

interface NeverOpenedHereProps {
  readonly title: string | undefined
  /** This device keeps sessions. */
  readonly isKept: boolean
}

export function NeverOpenedHere({ title, isKept }: NeverOpenedHereProps) {
  const session = useSession()
  return (
    <div className="grid h-full grid-rows-[var(--bar)_minmax(0,1fr)]">
      <PageHeader>
        <h1 className="truncate font-semibold tracking-tight">
          {title === undefined ? '' : withVisibleControls(title)}
        </h1>
      </PageHeader>
      <EmptyState
        title={
          isKept
            ? 'You are offline, and this session was never opened here'
            : 'You are offline, and nothing is kept here'
        }
        className="pt-[16vh]"
        actions={
          <>
            <Button onClick={() => session.reconnect()}>Try now</Button>
            <Button look="quiet" onClick={() => navigate({ page: 'sessions' })}>
              Go to your sessions
            </Button>
          </>
        }
      >
        {isKept
          ? 'A session that was opened once on this device opens without the server as well. This one opens by itself when the server is back.'
          : 'Your browser lets this page keep nothing, so sessions open only while the server can be reached. This one opens by itself when it is back.'}
      </EmptyState>
    </div>
  )
}
