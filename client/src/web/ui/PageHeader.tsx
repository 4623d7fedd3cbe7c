// The bar at the top of a page: the sign that leads home, what the page is about, and what can be done.
import type { ReactNode } from 'react'
import { RouteLink } from '../router/RouteLink.tsx'
import { Mark } from './Mark.tsx'
import { Tooltip } from './Tooltip.tsx'

export function PageHeader({ children }: { readonly children: ReactNode }) {
  return (
    <header className="flex h-(--bar) shrink-0 items-center gap-3 border-b border-line bg-surface px-3.5">
      <Tooltip text="All sessions">
        <RouteLink to={{ page: 'sessions' }} aria-label="All sessions" className="-m-1 rounded-md p-1">
          <Mark />
        </RouteLink>
      </Tooltip>
      {children}
    </header>
  )
}
