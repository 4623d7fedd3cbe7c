// The whole app: which page is open, and what floats above every page.
import { lazy, Suspense } from 'react'
import { JoinPage } from './features/join/JoinPage.tsx'
import { SessionListPage } from './features/sessions/SessionListPage.tsx'
import { SignedIn } from './features/sign-in/SignedIn.tsx'
import { RouteLink } from './router/RouteLink.tsx'
import { useRoute } from './router/use-route.ts'
import { EmptyState } from './ui/EmptyState.tsx'
import { PlainPage } from './ui/PlainPage.tsx'
import { Toaster } from './ui/Toaster.tsx'
import { TooltipProvider } from './ui/Tooltip.tsx'

const SessionPage = lazy(() =>
  import('./features/session/SessionPage.tsx').then((module) => ({ default: module.SessionPage })),
)

export function App() {
  return (
    <TooltipProvider>
      <OpenPage />
      <Toaster />
    </TooltipProvider>
  )
}

function OpenPage() {
  const route = useRoute()
  switch (route.page) {
    case 'sessions':
      return <SignedIn>{(me) => <SessionListPage me={me} />}</SignedIn>
    case 'session':
      return (
        <SignedIn>
          {(me) => (
            <Suspense fallback={null}>
              <SessionPage key={`${route.id} ${me.id}`} id={route.id} me={me} />
            </Suspense>
          )}
        </SignedIn>
      )
    case 'join':
      return <JoinPage code={route.code} />
    case 'unknown':
      return (
        <PlainPage>
          <EmptyState
            title="There is no page at this address"
            actions={
              <RouteLink to={{ page: 'sessions' }} className="font-medium text-accent underline underline-offset-3">
                Go to your sessions
              </RouteLink>
            }
          >
            Check the link, or start from the list of sessions.
          </EmptyState>
        </PlainPage>
      )
    default:
      return route satisfies never
  }
}
