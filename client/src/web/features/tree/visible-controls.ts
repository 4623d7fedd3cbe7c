// Characters that steer a terminal or the direction of writing, made visible, so that text by others cannot turn,
// hide or forge what stands around it. Applied to every text that is shown, before it is shown.

import { withoutTerminalCodes as stripped } from '@coppice/shared'

// Bidi embeddings, overrides and isolates; C0 but tab and line feed; DEL and C1.
const RISKY = /\r\n?|[\u202A-\u202E\u2066-\u2069]|(?![\t\n])\p{Cc}/gu
/** "⟨U+202E⟩" for characters that turn text around, "␛" and the like for control characters; line breaks become "\n". */
export function withVisibleControls(text: string): string {
  return text.replaceAll(RISKY, (found) => {
    if (found.startsWith('\r')) return '\n'
    const code = found.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '\u2421' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** What a program printed, without its colours; the rest of the control characters as `withVisibleControls` does. */
export function withoutTerminalCodes(text: string): string {
  return withVisibleControls(stripped(text))
}
