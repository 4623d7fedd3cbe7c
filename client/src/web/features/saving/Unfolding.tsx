// A text that may be long: its first four lines, and all of it on demand.
import { useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'

export function Unfolding({ text }: { readonly text: string }) {
  const shown = useRef<HTMLParagraphElement>(null)
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const element = shown.current
    if (element === null || isOpen) return undefined
    const measure = (): void => setCut(element.scrollHeight > element.clientHeight + 1)
    // Calls back at once, and when the dialog gets another width.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <>
      <p
        ref={shown}
        className={classNames('mt-1.5 text-prose break-words whitespace-pre-wrap text-ink', !isOpen && 'line-clamp-4')}
      >
        <bdi>{text}</bdi>
      </p>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="cursor-pointer text-sm text-ink-2 underline underline-offset-2 hover:text-ink"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all of it'}
        </button>
      )}
    </>
  )
}
