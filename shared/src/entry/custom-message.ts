// A message by an extension: always part of the context, also when it is not displayed.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'
import { inputContentSchema } from './content.ts'

export const customMessageSchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('custom_message'),
  customType: z.string(),
  content: inputContentSchema,
  display: z.boolean().optional(),
})
export type CustomMessageEntry = z.infer<typeof customMessageSchema>
