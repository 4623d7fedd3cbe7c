// How the editor of a shared prompt looks: as the private field does, with carets in the colours of their people.
import { EditorView } from '@codemirror/view'

export const sharedTheme = EditorView.theme({
  '&': { color: 'var(--ink)', background: 'transparent', minHeight: '52px', maxHeight: '40vh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-sans)',
    fontSize: '0.8875rem',
    lineHeight: '1.4375rem',
    overflow: 'auto',
  },
  // Above the first line there is room for the name of whoever writes there.
  '.cm-content': { padding: '14px 0 4px', caretColor: 'var(--ink)', outline: 'none' },
  '.cm-line': { padding: '0 14px', unicodeBidi: 'plaintext', textAlign: 'start' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '.cm-ySelectionCaret': { borderLeftWidth: '1px', borderRightWidth: '1px' },
  '.cm-ySelectionCaretDot': { transition: 'none', width: '5px', height: '5px', top: '-3px', left: '-3px' },
  // The name stands above the caret while its person moves it, and when one points at it.
  '.cm-ySelectionInfo': {
    top: '-13px',
    padding: '0 4px',
    borderRadius: '4px 4px 4px 0',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.65625rem',
    fontWeight: '600',
    lineHeight: '13px',
    color: 'var(--person-ink)',
    pointerEvents: 'none',
    transition: 'none',
  },
  '[data-names] > & .cm-ySelectionInfo': { opacity: '1' },
})
