// Brings files in, one after the other, and keeps where it stands for the screen.
import { useCallback, useRef, useState } from 'react'
import { errorWords } from '../../words/error-words.ts'
import { bringIn, type ImportedSession, type ImportProgress } from './bring-in.ts'

/** One file on its way in. */
export type ImportStep =
  | { readonly state: 'waiting'; readonly file: File }
  | ImportProgress
  | { readonly state: 'done'; readonly file: File; readonly sessions: readonly ImportedSession[] }
  | { readonly state: 'failed'; readonly file: File; readonly message: string }
  | { readonly state: 'cancelled'; readonly file: File }

export interface Imports {
  /** Empty when there is nothing to show. */
  readonly steps: readonly ImportStep[]
  readonly busy: boolean
  readonly start: (files: readonly File[]) => void
  readonly cancel: () => void
  /** Puts the finished report away. */
  readonly dismiss: () => void
}

const ENDED: ReadonlySet<ImportStep['state']> = new Set(['done', 'failed', 'cancelled'])

/** `onImported` is called after each file that became a session. */
export function useImport(onImported: () => void): Imports {
  const [steps, setSteps] = useState<readonly ImportStep[]>([])
  const running = useRef<AbortController | undefined>(undefined)

  const start = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0 || running.current !== undefined) return
      const controller = new AbortController()
      running.current = controller
      setSteps(files.map((file) => ({ state: 'waiting', file })))

      const put = (index: number, step: ImportStep): void =>
        setSteps((all) => all.map((old, place) => (place === index ? step : old)))

      async function runAll(): Promise<void> {
        for (const [index, file] of files.entries()) {
          if (controller.signal.aborted) {
            put(index, { state: 'cancelled', file })
            continue
          }
          try {
            const sessions = await bringIn(file, controller.signal, (progress) => put(index, progress))
            put(index, { state: 'done', file, sessions })
            onImported()
          } catch (error) {
            if (error instanceof DOMException && error.name === 'AbortError') put(index, { state: 'cancelled', file })
            else put(index, { state: 'failed', file, message: errorWords(error) })
          }
        }
        running.current = undefined
      }
      void runAll()
    },
    [onImported],
  )

  const cancel = useCallback(() => running.current?.abort(), [])
  const dismiss = useCallback(() => {
    if (running.current === undefined) setSteps([])
  }, [])
  const busy = steps.some(({ state }) => !ENDED.has(state))
  return { steps, busy, start, cancel, dismiss }
}
