// Whether the person hides their cursor from the others. A choice of this device, the same in all sessions and tabs.
import type { Store } from '../../../sdk/types.ts'

const KEY = 'coppice.hidden'
const listeners = new Set<() => void>()
let chosen = read()

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) tell(read())
  })

export const hiddenChoice: Store<boolean> = {
  get: () => chosen,
  subscribe: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export function chooseHidden(hidden: boolean): void {
  try {
    if (hidden) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch (error) {
    console.info('Hiding lasts until this page is closed, since it may not use its storage.', error)
  }
  tell(hidden)
}

function tell(hidden: boolean): void {
  chosen = hidden
  for (const listener of listeners) listener()
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch (error) {
    console.info('The cursor is shown, since this page may not use its storage.', error)
    return false
  }
}
