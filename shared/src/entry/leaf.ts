// Pi's durable form of a move. Read from files and honoured; not written in normal work.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const leafEntrySchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('leaf'),
  targetId: z.string().nullable(),
})
export type LeafEntry = z.infer<typeof leafEntrySchema>
