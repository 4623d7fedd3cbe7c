// Starts the app in the page.
import './schemas-without-eval.ts'
import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { reloadWhenPartsAreGone } from './features/app-copy/missing-parts.ts'
import { appCopy } from './features/app-copy/this-app.ts'

const place = document.getElementById('app')
if (place === null) throw new Error('The page has no element "app" to start in.')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

reloadWhenPartsAreGone()
// After the first paint: what the browser keeps is for the next time.
window.addEventListener('load', () => void appCopy.start(), { once: true })
