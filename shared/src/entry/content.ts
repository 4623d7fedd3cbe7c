// Content blocks of messages, with Pi's names.
import { z } from 'zod'

export const textBlockSchema = z.looseObject({ type: z.literal('text'), text: z.string() })
export const imageBlockSchema = z.looseObject({
  type: z.literal('image'),
  /** base64 */
  data: z.string(),
  mimeType: z.string(),
})
export const thinkingBlockSchema = z.looseObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  thinkingSignature: z.string().optional(),
})
export const toolCallBlockSchema = z.looseObject({
  type: z.literal('toolCall'),
  id: z.string(),
  name: z.string(),
  arguments: z.unknown(),
})

export type TextBlock = z.infer<typeof textBlockSchema>
export type ImageBlock = z.infer<typeof imageBlockSchema>
export type ThinkingBlock = z.infer<typeof thinkingBlockSchema>
export type ToolCallBlock = z.infer<typeof toolCallBlockSchema>

/** Blocks a person, a tool or an extension may write. */
export const inputContentSchema = z.union([
  z.string(),
  z.null(),
  z.array(z.discriminatedUnion('type', [textBlockSchema, imageBlockSchema])),
])
/** Blocks a model may write. A plain string occurs in files of other tools. */
export const outputContentSchema = z.union([
  z.string(),
  z.null(),
  z.array(z.discriminatedUnion('type', [textBlockSchema, thinkingBlockSchema, toolCallBlockSchema, imageBlockSchema])),
])

export type ContentBlock = TextBlock | ImageBlock | ThinkingBlock | ToolCallBlock
/** Files in the wild hold `null` content: it is kept, and projected as nothing. */
export type Content = string | null | readonly ContentBlock[]
