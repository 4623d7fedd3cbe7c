// Warns before the page is left while something in it, a draft included, is neither saved nor kept on the device: then,
// and only then.
import type { Session, Store } from '../../../sdk/types.ts'

/** What of a window is needed. */
type GuardedWindow = Pick<Window, 'addEventListener' | 'removeEventListener'>

/** Whether closing the page now would lose something that was written in this session. */
export function wouldLose({ unsaved, keeping }: Pick<Session, 'unsaved' | 'keeping'>): boolean {
  return unsaved.get() > 0 && keeping.get().kind !== 'kept'
}

/** Guards one session. Returns the function that ends it. A page with nothing to lose has no listener at all. */
export function guardLeaving(session: Pick<Session, 'unsaved' | 'keeping'>, page: GuardedWindow): () => void {
  return warnWhile(() => wouldLose(session), [session.unsaved, session.keeping], page)
}

/** Warns while it is needed, asked whenever one of the stores changes. Returns the function that ends it. */
export function warnWhile(
  isNeeded: () => boolean,
  stores: readonly Pick<Store<unknown>, 'subscribe'>[],
  page: GuardedWindow,
): () => void {
  let guarding = false
  // A function of its own per guard: a window hears the same one only once.
  const warn = (event: Event): void => event.preventDefault()
  function check(): void {
    const needed = isNeeded()
    if (needed === guarding) return
    guarding = needed
    if (needed) page.addEventListener('beforeunload', warn)
    else page.removeEventListener('beforeunload', warn)
  }
  const ends = stores.map((store) => store.subscribe(check))
  check()
  return () => {
    for (const end of ends) end()
    if (guarding) page.removeEventListener('beforeunload', warn)
  }
}
