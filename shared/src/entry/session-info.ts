// The session's name. The latest wins; an empty one clears it.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const sessionInfoSchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('session_info'),
  name: z.string().nullable().optional(),
})
export type SessionInfoEntry = z.infer<typeof sessionInfoSchema>
