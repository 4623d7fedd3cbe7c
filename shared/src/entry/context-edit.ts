// Leaves an entry out of the context of its own path, or replaces its content there (Pi 0.87 and later).
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const contextEditSchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('context_edit'),
  targetId: z.string(),
  /** `null` leaves the target out; `{ content }` replaces its content. */
  replacement: z.union([z.null(), z.looseObject({ content: z.unknown() })]),
})
export type ContextEditEntry = z.infer<typeof contextEditSchema>
