// What was learnt on a branch one came back from.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const branchSummarySchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('branch_summary'),
  /** The entry that was left, or the string "root". Older Pi builds wrote the target instead. */
  fromId: z.string(),
  summary: z.string(),
})
export type BranchSummaryEntry = z.infer<typeof branchSummarySchema>
