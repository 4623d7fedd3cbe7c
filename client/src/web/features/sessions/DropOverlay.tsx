// Takes files that are dropped anywhere on the page, and says so while they hover over it.
import { FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'

export function DropOverlay({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
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
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    }
    function drop(event: DragEvent): void {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) onFiles(files)
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
  }, [onFiles])

  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 animate-appear bg-[color-mix(in_oklab,var(--bg)_86%,transparent)] p-3">
      <div className="grid h-full place-items-center rounded-xl border-2 border-dashed border-accent">
        <div className="flex flex-col items-center gap-3 text-center">
          <FileUp size={28} strokeWidth={1.6} aria-hidden className="text-accent" />
          <p className="text-lg font-semibold tracking-tight">Drop to import</p>
          <p className="max-w-80 text-ink-2">
            The file becomes a session with its whole tree. The file itself is not changed.
          </p>
        </div>
      </div>
    </div>
  )
}
