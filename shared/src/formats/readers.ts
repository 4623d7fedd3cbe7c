// The formats that can be read. A new one is a folder and a line here; the first that recognises a file reads it.
import { chatgptReader } from './chatgpt/read-chatgpt.ts'
import { claudeAiReader } from './claude-ai/read-claude-ai.ts'
import { claudeCodeReader } from './claude-code/read-claude-code.ts'
import { codexReader } from './codex/read-codex.ts'
import { coppiceJsonReader } from './coppice-json/read-coppice-json.ts'
import type { FormatReader } from './format.ts'
import { geminiReader } from './gemini/read-gemini.ts'
import { librechatReader } from './librechat/read-librechat.ts'
import { loomReader } from './loom/read-loom.ts'
import { messagesReader } from './messages/read-messages.ts'
import { openWebuiReader } from './open-webui/read-open-webui.ts'
import { opencodeReader } from './opencode/read-opencode.ts'
import { piHtmlReader } from './pi-html/read-pi-html.ts'
import { piV4Reader } from './pi-v4/read-pi-v4.ts'
import { piReader } from './pi/read-pi.ts'
import { sillytavernReader } from './sillytavern/read-sillytavern.ts'

export const READERS = [
  coppiceJsonReader,
  piV4Reader,
  piReader,
  piHtmlReader,
  claudeCodeReader,
  codexReader,
  claudeAiReader,
  opencodeReader,
  geminiReader,
  chatgptReader,
  librechatReader,
  openWebuiReader,
  loomReader,
  sillytavernReader,
  messagesReader,
] as const satisfies readonly FormatReader[]

/** What may be asked for by name, for lists and help. */
export const FORMATS = READERS.map(({ name, title }) => ({ name, title }))

export type FormatName = (typeof READERS)[number]['name']
