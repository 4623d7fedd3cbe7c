// A system message as one text: its content, then its named sections in order (Pi 0.86 and later).
import type { SystemMessage } from '../entry/message.ts'
import { contentText } from '../tree/entry-text.ts'

/** Sections set to null are taken away and add nothing. Empty when the message only changes tools. */
export function systemText(message: SystemMessage): string {
  const { sections } = message
  const named = typeof sections === 'object' && sections !== null ? Object.values(sections) : []
  const texts = named.filter((section) => typeof section === 'string')
  return [contentText(message.content), ...texts].filter((text) => text !== '').join('\n\n')
}
