// Where somebody's caret is in a shared prompt: two Yjs relative positions as JSON, which only an editor's binding
// looks into. Checked here by shape and size, since they are handed on to everyone.
import { z } from 'zod'
import { entryIdSchema } from '../entry/ids.ts'

/** A root name longer than this is none of ours. */
const MAX_ROOT_NAME = 64

const itemIdSchema = z.strictObject({ client: z.int().min(0), clock: z.int().min(0) })

/** As `JSON.stringify` writes a `Y.RelativePosition`: anchored to an item, else at the end of a type or of a root. */
const relativePositionSchema = z
  .strictObject({
    type: itemIdSchema.nullable().optional(),
    tname: z.string().max(MAX_ROOT_NAME).nullable().optional(),
    item: itemIdSchema.nullable().optional(),
    /** To which neighbour it sticks: the one after (0 and above) or the one before. */
    assoc: z.int().min(-1).max(1).optional(),
  })
  .refine(({ type, tname, item }) => (type ?? tname ?? item ?? undefined) !== undefined, 'a position in nothing')

export const caretSchema = z.strictObject({
  /** The shared prompt. */
  promptId: entryIdSchema,
  anchor: relativePositionSchema,
  head: relativePositionSchema,
})
export type Caret = z.infer<typeof caretSchema>
