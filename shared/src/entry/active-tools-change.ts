// The tools a model may call from here on along a path.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'

export const activeToolsChangeSchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('active_tools_change'),
  activeToolNames: z.array(z.string()),
})
export type ActiveToolsChangeEntry = z.infer<typeof activeToolsChangeSchema>
