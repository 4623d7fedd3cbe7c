// The Coppice JSON document: what is in it, and in which order.
import { z } from 'zod'
import { personSchema } from '../../access/participant.ts'
import { entryIdSchema } from '../../entry/ids.ts'

/** Rises when an older reader would understand a document wrongly; new fields alone don't raise it. */
export const COPPICE_VERSION = 1

/** All about the session but its entries. A title is for people; `header` is the text of an imported file's header. */
export const sessionPartSchema = z.looseObject({
  id: z.string().min(1).optional(),
  title: z.string().optional(),
  createdAt: z.string().optional(),
  parentSession: z.string().optional(),
  header: z.string().optional(),
  /** Where one stood by a mark in the imported file. */
  markedLeaf: entryIdSchema.optional(),
})

/** Everyone the session knows: participants of the server it was exported from. */
export const peoplePartSchema = z.array(personSchema.loose().extend({ id: z.string().min(1) }))
export type DocumentPerson = z.infer<typeof peoplePartSchema>[number]

/** Where the exporter stood. */
export const leafPartSchema = entryIdSchema.nullable()
