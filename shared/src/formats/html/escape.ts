// Text of others → HTML that is nothing but that text.
import { withoutTerminalCodes } from '../../entry/terminal-codes.ts'

const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Characters that reorder the text around them, and controls that no page shows. */
// oxlint-disable-next-line no-control-regex -- reason: these are what must not stand in a page
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
/** For element content. What would turn or hide text is shown by its number instead. */
export function escapeText(text: string): string {
  return escapeAttribute(text).replaceAll(
    HIDDEN,
    (sign) => `<span class="sign">⟨U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩</span>`,
  )
}

/** What a program printed, without the colours and cursor moves it meant for a terminal. */
export function escapeOutput(text: string): string {
  return escapeText(withoutTerminalCodes(text))
}

/** For attribute values in double quotes, and for a title. */
export function escapeAttribute(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"']/g, (sign) => SPECIAL[sign] ?? '')
}

/** For text on one line where no elements are: controls go. */
export function plainAttribute(text: string): string {
  return escapeAttribute(text.replaceAll(HIDDEN, '').replaceAll(/\s+/g, ' ').trim())
}

/** JSON that a script element may hold. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
