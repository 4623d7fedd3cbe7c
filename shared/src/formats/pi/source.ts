// What an imported entry keeps of its record, so that export can give the record back.
import { z } from 'zod'
import type { Entry } from '../../entry/entry.ts'
import { entrySourceSchema } from '../../entry/base.ts'

export const PI_FORMAT = 'pi'

/**
 * `raw` is the record's whole text, where JSON in a Y.Doc could not hold it exactly. `fields` are the record's own
 * values under names whose value in the entry is ours; `parentId` is its own parent where ours differs.
 */
export const piSourceSchema = entrySourceSchema.extend({
  format: z.literal(PI_FORMAT),
  parentId: z.json().optional(),
  /** Fields of the entry that the record does not have. */
  added: z.array(z.string()).optional(),
  /** The message's role before version 3 renamed it. */
  role: z.string().optional(),
  /** The record's id, which another record before it has too. */
  conflictOf: z.string().optional(),
})
export type PiSource = z.infer<typeof piSourceSchema>

/** Undefined for entries that did not come from a Pi file. */
export function piSourceOf(entry: Entry): PiSource | undefined {
  const parsed = piSourceSchema.safeParse(entry.source)
  return parsed.success ? parsed.data : undefined
}
