// Starts the app in the page.
import './schemas-without-eval.ts'
import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

const place = document.getElementById('app')
if (place === null) throw new Error('The page has no element "app" to start in.')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
