// A page with one thing on it, a third down: sign-in, join, what was not found.
import type { ReactNode } from 'react'
import { ThemeMenu } from '../theme/ThemeMenu.tsx'
import { Mark } from './Mark.tsx'

export function PlainPage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-full flex-col">
      <header className="flex h-(--bar) shrink-0 items-center gap-2.5 px-4">
        <Mark />
        <span className="font-semibold tracking-tight">Coppice</span>
        <ThemeMenu className="ml-auto" />
      </header>
      <main className="mx-auto w-full max-w-[30rem] px-5 pt-[14vh] pb-12">{children}</main>
    </div>
  )
}
