// Facts no model ever sees. Ours have a `coppice.` prefix in `customType`.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const customEntrySchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('custom'),
  customType: z.string().min(1),
  data: z.unknown().optional(),
})
export type CustomEntry = z.infer<typeof customEntrySchema>

/** `customType` of our own facts: comment, review and the like. */
export const COPPICE_PREFIX = 'coppice.'
/** `customType` of a record of an imported file whose type we don't know; `data` is the record. */
export const UNKNOWN_RECORD = 'coppice.unknown-record'
