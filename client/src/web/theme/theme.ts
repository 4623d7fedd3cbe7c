// The chosen theme: kept on this device, said to the styles by `data-theme` on <html>.
// `public/theme.js` does the same before the first paint, with the same key.

export type Theme = 'light' | 'dark' | 'system'

const KEY = 'coppice.theme'
const listeners = new Set<() => void>()

export function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Takes effect at once; lasts as long as this device keeps what pages store. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch (error) {
    console.info('The theme lasts until this page is closed, since it may not use its storage.', error)
  }
  for (const listener of listeners) listener()
}

export function onThemeChosen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
