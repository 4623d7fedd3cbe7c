// A page that stays open while another tab takes a newer version may ask for parts of the older one, which are gone.

const KEY = 'coppice.reloaded-for-parts'
/** Parts that are missing again so soon are not there for another reason. */
const ONCE_IN_MS = 60_000

/** Loads the page again, at most once a minute, when a part of the app cannot be loaded. */
export function reloadWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < ONCE_IN_MS) return
    event.preventDefault()
    sessionStorage.setItem(KEY, String(Date.now()))
    window.location.reload()
  })
}
