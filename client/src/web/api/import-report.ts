// What became of an imported file, as the server says it.
import { z } from 'zod'

const noteSchema = z.object({
  /** 1-based line, or place, in the file. */
  line: z.number().nullable().optional(),
  message: z.string(),
})

export type ReportNote = z.infer<typeof noteSchema>

export const importReportSchema = z.object({
  format: z.string(),
  /** Records found in the file. */
  read: z.number(),
  /** Entries that are in the session now. */
  kept: z.number(),
  /** What was wrong and mended. */
  repaired: z.array(noteSchema),
  /** What could not be kept. */
  leftOut: z.array(noteSchema),
})

export type ImportReport = z.infer<typeof importReportSchema>
