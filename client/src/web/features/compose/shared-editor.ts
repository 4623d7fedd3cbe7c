// The editor of a shared prompt: CodeMirror bound to the text on the desk, dressed as the private field. Loaded only
// when a shared prompt is opened.
import { standardKeymap } from '@codemirror/commands'
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { yCollab, yUndoManagerKeymap } from 'y-codemirror.next'
import type * as Y from 'yjs'
import { isLeaveKey, isSendKey } from './send-key.ts'
import type { SharedAwareness } from './shared-awareness.ts'
import { sharedTheme } from './shared-theme.ts'

export interface EditorWishes {
  /** Its name for a screen reader. */
  readonly label: string
  readonly placeholder: string
  readonly canType: boolean
  /** Enter sends; otherwise it is a new line, as on a phone. */
  readonly enterSends: boolean
}

interface EditorEvents {
  readonly onSend: () => void
  /** I typed; `hasText`: there is any now. */
  readonly onTyped: (hasText: boolean) => void
  readonly onBlur: () => void
}

interface EditorSource {
  readonly parent: HTMLElement
  readonly text: Y.Text
  readonly undo: Y.UndoManager | undefined
  readonly awareness: SharedAwareness
  readonly wishes: EditorWishes
  readonly events: EditorEvents
}

export class SharedEditor {
  readonly #view: EditorView
  readonly #configured = new Compartment()
  #wishes: EditorWishes

  constructor({ parent, text, undo, awareness, wishes, events }: EditorSource) {
    this.#wishes = wishes
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text.toJSON(),
        extensions: [
          // A line ends with \n and nothing else, as in the text: their places must be the same.
          EditorState.lineSeparator.of('\n'),
          EditorView.clipboardInputFilter.of((pasted) => pasted.replaceAll(/\r\n?/g, '\n')),
          Prec.highest(EditorView.domEventHandlers({ keydown: (event) => this.#press(event, events) })),
          yCollab(text, awareness, { undoManager: undo ?? false }),
          keymap.of([...(undo === undefined ? [] : yUndoManagerKeymap), ...standardKeymap]),
          EditorView.lineWrapping,
          EditorView.updateListener.of((update) => {
            if (
              update.transactions.some(
                (transaction) => transaction.isUserEvent('input') || transaction.isUserEvent('delete'),
              )
            )
              events.onTyped(update.state.doc.length > 0)
          }),
          EditorView.domEventHandlers({
            blur: () => {
              events.onBlur()
              return false
            },
          }),
          this.#configured.of(extensionsFor(wishes)),
          sharedTheme,
        ],
      }),
    })
    this.#view.dispatch({ selection: { anchor: this.#view.state.doc.length } })
  }

  /** Another name, or whether one may type. */
  set(wishes: EditorWishes): void {
    this.#wishes = wishes
    this.#view.dispatch({ effects: this.#configured.reconfigure(extensionsFor(wishes)) })
  }

  get hasFocus(): boolean {
    return this.#view.hasFocus
  }

  focus(): void {
    this.#view.focus()
  }

  destroy(): void {
    this.#view.destroy()
  }

  #press(event: KeyboardEvent, events: EditorEvents): boolean {
    // Not held back: twice it stops an answer.
    if (isLeaveKey(event)) this.#view.contentDOM.blur()
    if (!this.#wishes.enterSends || !isSendKey(event)) return false
    event.preventDefault()
    events.onSend()
    return true
  }
}

function extensionsFor({ label, placeholder: hint, canType }: EditorWishes): Extension {
  return [
    EditorState.readOnly.of(!canType),
    placeholder(hint),
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
      // Still in the order of the tab key, and with the keyboard where it was.
      'aria-readonly': String(!canType),
    }),
  ]
}
