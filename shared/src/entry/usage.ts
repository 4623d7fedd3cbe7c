// What a side request cost. Never part of the context (Pi 0.86 and later).
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const usageEntrySchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('usage'),
  kind: z.string(),
  provider: z.string().optional(),
  model: z.string().optional(),
  usage: z.unknown(),
})
export type UsageEntry = z.infer<typeof usageEntrySchema>
