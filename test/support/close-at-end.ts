// What a test opens is closed when it ends, and let go of as soon as the test closes it: a long test opens thousands.
import { onTestFinished } from 'vitest'

/** Returns how to close it before the end. Calling that again does nothing. */
export function closeAtEnd(close: () => void): () => void {
  const open: { close: (() => void) | undefined } = { close }
  const end = (): void => {
    open.close?.()
    open.close = undefined
  }
  onTestFinished(end)
  return end
}
