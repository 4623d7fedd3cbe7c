// The keys of a session's screen. `features/keyboard/keys.ts` is the list that people see.
import { useEffect, useRef } from 'react'
import { useSession } from '../../../react/index.ts'
import { awaitedReply } from '../compose/target.ts'
import { useShortcut } from '../keyboard/use-shortcut.ts'
import { stopRun } from '../people/stop-run.ts'

/** Two presses within this time are a double press. */
const DOUBLE_MS = 600

interface SessionKeys {
  readonly onMine: () => void
  readonly onTree: () => void
  readonly onContext: () => void
  readonly onWrite: () => void
  readonly onKeys: () => void
}

export function useSessionKeys({ onMine, onTree, onContext, onWrite, onKeys }: SessionKeys): void {
  useShortcut('.', onMine)
  useShortcut('t', onTree)
  useShortcut('i', onContext)
  useShortcut('w', onWrite)
  useShortcut('?', onKeys)
  useStopKey()
}

/** Escape twice stops the answer to my prompt, also while the prompt field has the focus. */
function useStopKey(): void {
  const session = useSession()
  const lastMs = useRef(0)
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      const isDouble = event.timeStamp - lastMs.current < DOUBLE_MS
      lastMs.current = isDouble ? 0 : event.timeStamp
      const run = awaitedReply(session.replies.get(), session.leaf.get(), session.status.get())
      if (isDouble && run !== undefined) void stopRun(session, run.runId)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [session])
}
