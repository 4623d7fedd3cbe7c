// What became of an imported file, as the server says it.
import { z } from 'zod'

const noteSchema = z.object({
  /** 1-based line in the file. */
  line: z.number().optional(),
  message: z.string(),
})

export type ReportNote = z.infer<typeof noteSchema>

export const importReportSchema = z.object({
  format: z.string(),
  /** The format's name for people: "Pi session". */
  formatTitle: z.string(),
  version: z.string(),
  /** Records found in the file, its header included. */
  read: z.number(),
  /** Entries that are in the session now. */
  kept: z.number(),
  /** Kept, but not just as the file has it. */
  repaired: z.array(noteSchema),
  /** Kept just as the file has it, although something is odd about it. */
  keptAsIs: z.array(noteSchema),
  /** Not in the session. */
  leftOut: z.array(noteSchema),
})

export type ImportReport = z.infer<typeof importReportSchema>
