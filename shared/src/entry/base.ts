// The fields every entry has, and the note an importer leaves on what it brought in.
import { z } from 'zod'
import { entryIdSchema, participantIdSchema } from './ids.ts'

/** `source.format` of what a Coppice server exported as JSON. */
export const COPPICE_SOURCE = 'coppice'

/**
 * Where an imported entry came from. Only the import path may write it (AD14).
 * `line` is the 1-based line, or place, in the file: imported facts are ordered by it.
 * `raw` is the record's own text where JSON in a Y.Doc could not hold it exactly; export gives it back.
 * `fields` keeps fields of the record whose names our own base fields took (`author`, `source`).
 * `author` and `contributors` are what a Coppice file says about who wrote it (original-author.ts).
 * `timed` is false where the file has no time for it (`isTimed`).
 * `parentId` is the record's own parent where ours had to differ (no parent in the file, conflict copies).
 */
export const entrySourceSchema = z.looseObject({
  format: z.string(),
  line: z.number().int().nonnegative(),
  raw: z.string().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
  parentId: z.unknown().optional(),
})
export type EntrySource = z.infer<typeof entrySourceSchema>

/** False for an imported entry without a time in its file: `timestamp` is then when it was imported, and not shown. */
export function isTimed({ source }: { readonly source?: EntrySource | undefined }): boolean {
  return source?.['timed'] !== false
}

/** Fields shared by all entries. Unknown fields are kept: check, then store the original object. */
export const baseEntryShape = {
  id: entryIdSchema,
  parentId: entryIdSchema.nullable(),
  /** ISO 8601, UTC, ms. A hint: order comes from causality (docs/PROTOCOL.md, EN5). */
  timestamp: z.string(),
  author: participantIdSchema,
  /** Everyone who wrote a shared prompt, the sender included. */
  contributors: z.array(participantIdSchema).optional(),
  source: entrySourceSchema.optional(),
}
