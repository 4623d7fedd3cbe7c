// The field of a shared prompt. Comes with the editor, in a chunk of its own.
import type { EntryId } from '@coppice/shared'
import { useEffect, useEffectEvent, useRef } from 'react'
import type * as Y from 'yjs'
import { useSession } from '../../../react/index.ts'
import { isForShortcuts } from '../keyboard/is-for-shortcuts.ts'
import { SharedAwareness } from './shared-awareness.ts'
import { SharedEditor, type EditorWishes } from './shared-editor.ts'

/** So long a name stands above a caret after it moved, in ms. */
const NAMES_MS = 3_000

interface SharedFieldProps extends EditorWishes {
  readonly promptId: EntryId
  readonly text: Y.Text
  readonly undo: Y.UndoManager | undefined
  /** Asked once, when it is there: whether the keyboard goes to it. */
  readonly claimFocus: () => boolean
  readonly onSend: () => void
  readonly onTyped: (hasText: boolean) => void
}

export function SharedField({ promptId, text, undo, claimFocus, onSend, onTyped, ...wishes }: SharedFieldProps) {
  const session = useSession()
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<SharedEditor>(undefined)
  const { label, placeholder, canType, enterSends } = wishes
  const send = useEffectEvent(onSend)
  const typed = useEffectEvent(onTyped)
  const claim = useEffectEvent(claimFocus)
  /** Another text comes under the hands of whoever types. */
  const hadFocus = useRef(false)
  const wishesNow = useEffectEvent(() => wishes)

  useEffect(() => {
    const parent = place.current
    if (parent === null) return undefined
    const awareness = new SharedAwareness({ session, promptId, text })
    const now = new SharedEditor({
      parent,
      text,
      undo,
      awareness,
      wishes: wishesNow(),
      events: {
        onSend: () => send(),
        onTyped: (hasText) => typed(hasText),
        onBlur: () => session.setWriting(false),
      },
    })
    editor.current = now
    if (claim() || hadFocus.current) now.focus()
    let timer: ReturnType<typeof setTimeout> | undefined
    awareness.on('change', () => {
      parent.dataset['names'] = ''
      clearTimeout(timer)
      timer = setTimeout(() => delete parent.dataset['names'], NAMES_MS)
    })
    return () => {
      clearTimeout(timer)
      hadFocus.current = now.hasFocus
      now.destroy()
      awareness.destroy()
    }
  }, [session, promptId, text, undo])

  useEffect(
    () => editor.current?.set({ label, placeholder, canType, enterSends }),
    [label, placeholder, canType, enterSends],
  )

  // As in the private field: `w` goes here.
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key !== 'w' || !isForShortcuts(event)) return
      event.preventDefault()
      editor.current?.focus()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])

  // As high as the field will be: less for a moment would scroll the conversation.
  return <div ref={place} className="min-h-[52px]" />
}
