// A name someone gave to an entry. The latest label of a target wins; one without `label` clears it.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const labelSchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('label'),
  targetId: z.string(),
  label: z.string().nullable().optional(),
})
export type LabelEntry = z.infer<typeof labelSchema>
