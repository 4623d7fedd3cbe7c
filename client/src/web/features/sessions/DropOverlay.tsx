// Takes files that are dropped anywhere on the page, and says so while they hover over it.
import { FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'

interface DropOverlayProps {
  readonly onFiles: (files: readonly File[]) => void
  /** Whoever may not is told so before they let go, and the page stays as it is. */
  readonly mayImport: boolean
}

export function DropOverlay({ onFiles, mayImport }: DropOverlayProps) {
  const [over, setOver] = useState(false)

  useEffect(() => {
    // Invariant: enter and leave come once per element under the pointer, so they are counted.
    let depth = 0
    const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

    function enter(event: DragEvent): void {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth += 1
      setOver(true)
    }
    function leave(event: DragEvent): void {
      if (!holdsFiles(event)) return
      depth -= 1
      if (depth <= 0) setOver(false)
    }
    function hover(event: DragEvent): void {
      if (!holdsFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = mayImport ? 'copy' : 'none'
    }
    function drop(event: DragEvent): void {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (mayImport && files.length > 0) onFiles(files)
    }

    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('dragover', hover)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('dragover', hover)
      window.removeEventListener('drop', drop)
    }
  }, [onFiles, mayImport])

  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 animate-appear bg-[color-mix(in_oklab,var(--bg)_86%,transparent)] p-3">
      <div className="grid h-full place-items-center rounded-xl border-2 border-dashed border-accent">
        <div className="flex flex-col items-center gap-3 text-center">
          <FileUp size={28} strokeWidth={1.6} aria-hidden className={mayImport ? 'text-accent' : 'text-ink-3'} />
          <p className="text-lg font-semibold tracking-tight">
            {mayImport ? 'Drop to import' : 'Only whoever owns this server can import'}
          </p>
          <p className="max-w-80 text-ink-2">
            {mayImport
              ? 'The file becomes a session with its whole tree. The file itself is not changed.'
              : 'Ask them to import the file and to share the session with you.'}
          </p>
        </div>
      </div>
    </div>
  )
}
