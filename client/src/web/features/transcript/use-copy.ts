// Puts a text on the clipboard, and says for a moment that it did.
import { useCallback, useState } from 'react'
import { toast } from 'sonner'

const SAID_MS = 1_500

/** The first value is true just after a copy. */
export function useCopy(): [boolean, (text: string) => void] {
  const [copied, setCopied] = useState(false)
  const copy = useCallback((text: string) => {
    async function attempt(): Promise<void> {
      const done = await write(text)
      setCopied(done)
      if (done) setTimeout(() => setCopied(false), SAID_MS)
    }
    void attempt()
  }, [])
  return [copied, copy]
}

/** Never rejects. */
async function write(text: string): Promise<boolean> {
  try {
    // Undefined where a page comes over plain HTTP from another machine.
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.info('The browser does not let this page write to the clipboard.', error)
    toast.error('Not copied', {
      description: 'The browser does not let this page use the clipboard. Select the text and copy it.',
    })
    return false
  }
}
