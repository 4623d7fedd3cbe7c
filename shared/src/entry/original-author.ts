// Who wrote an entry where it came from. What a file says about that is shown, and never believed: the author of an
// imported entry is whoever imported it.
import { z } from 'zod'
import type { Entry } from './entry.ts'

/** `id` is a participant's id on the server the file came from; here it means nobody. */
export const originalAuthorSchema = z.looseObject({
  id: z.string(),
  name: z.string().min(1).optional(),
  kind: z.enum(['human', 'agent']).optional(),
})
export type OriginalAuthor = z.infer<typeof originalAuthorSchema>

/** `source.author` of an entry from a Coppice JSON file; undefined for all others. */
export function originalAuthorOf(entry: Entry): OriginalAuthor | undefined {
  const author = entry.source?.['author']
  if (author === undefined) return undefined
  return originalAuthorSchema.safeParse(author).data
}

/** Everyone who wrote a shared prompt there, in the same way. */
export function originalContributorsOf(entry: Entry): readonly OriginalAuthor[] | undefined {
  const contributors = entry.source?.['contributors']
  if (contributors === undefined) return undefined
  return z.array(originalAuthorSchema).safeParse(contributors).data
}
