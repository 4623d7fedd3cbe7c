// A summary that stands in for the older part of a path.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const compactionSchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('compaction'),
  summary: z.string(),
  /** Entries from here up to the compaction are kept after the summary. Unknown: nothing is kept. */
  firstKeptEntryId: z.string().optional(),
  /** Messages that replace the kept range altogether, even when empty (Pi's harness 0.81 to 0.83). */
  retainedTail: z.array(z.looseObject({ role: z.string() })).optional(),
  tokensBefore: z.number().optional(),
})
export type CompactionEntry = z.infer<typeof compactionSchema>
