// The model from here on along a path.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const modelChangeSchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('model_change'),
  provider: z.string(),
  modelId: z.string(),
})
export type ModelChangeEntry = z.infer<typeof modelChangeSchema>
