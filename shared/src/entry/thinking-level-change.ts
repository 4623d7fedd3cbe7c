// The thinking level from here on along a path.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const thinkingLevelChangeSchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('thinking_level_change'),
  /** off, minimal, low, medium, high, xhigh, max; other words occur in files and are kept. */
  thinkingLevel: z.string().nullable(),
})
export type ThinkingLevelChangeEntry = z.infer<typeof thinkingLevelChangeSchema>
