// Who takes part: a human or an agent, with a name and one of eight colours.
import { z } from 'zod'
import { participantIdSchema } from '../entry/ids.ts'

/** Colours are slots, not values: the interface has eight hues of equal lightness, light and dark. */
export const PERSON_COLORS = 8

export const personSchema = z.object({
  name: z.string().min(1).max(80),
  color: z
    .number()
    .int()
    .min(0)
    .max(PERSON_COLORS - 1),
  kind: z.enum(['human', 'agent']),
})
/** A value of the record's `people`, keyed by participant id. */
export type Person = z.infer<typeof personSchema>

export const participantSchema = personSchema.extend({ id: participantIdSchema })
export type Participant = z.infer<typeof participantSchema>
