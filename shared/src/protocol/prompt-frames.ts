// open-prompt := 108, send-prompt := 107, discard-prompt := 109, each with body(varString JSON): what a client asks of
// the server about a shared prompt. Each is answered by one notice of kind `prompt`.
import { z } from 'zod'
import { entryIdSchema } from '../entry/ids.ts'

export const openPromptSchema = z.object({
  /** A new UUIDv7 of the client's making; the entry will have it. */
  id: entryIdSchema,
  /** What the prompt hangs below; null for a root. */
  parentId: entryIdSchema.nullable(),
  text: z.string().optional(),
})
export type OpenPrompt = z.infer<typeof openPromptSchema>

export const promptIdSchema = z.object({ id: entryIdSchema })

export type PromptRequest =
  | ({ readonly act: 'open' } & OpenPrompt)
  | ({ readonly act: 'send' | 'discard' } & z.infer<typeof promptIdSchema>)
