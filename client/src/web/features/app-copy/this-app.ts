// The app's copy in this browser, for the whole page.
import { AppCopy } from './app-copy.ts'

export const appCopy = new AppCopy({
  // Not there on pages that came over plain http, though the types say so.
  workers: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
  isSecure: window.isSecureContext,
  reload: () => window.location.reload(),
  onProblem: (problem) => console.info('This browser keeps no copy of the app.', problem),
})
