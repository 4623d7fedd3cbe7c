// A quiet line in the bar of a page: a newer version of the app waits.
import { RotateCw } from 'lucide-react'
import { useStore } from '../../../react/index.ts'
import { appCopy } from './this-app.ts'

export function NewVersion() {
  const { newVersion } = useStore(appCopy.state)
  if (!newVersion) return null
  return (
    <button
      type="button"
      onClick={() => void appCopy.takeNewVersion()}
      title="What you typed is kept"
      className="flex h-6 shrink-0 cursor-pointer items-center gap-1.5 rounded-md px-1.5 text-xs text-ink-2 hover:bg-hover hover:text-ink"
    >
      <RotateCw size={13} aria-hidden className="text-accent" />
      <span className="max-tablet:only-spoken">A new version is ready.</span>
      <span className="font-medium text-accent">Reload</span>
    </button>
  )
}
