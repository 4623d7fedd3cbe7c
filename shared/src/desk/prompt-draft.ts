// A co-edited prompt on the desk. The server alone opens, marks and closes it; everyone who may prompt types into its
// text.
import * as Y from 'yjs'
import { z } from 'zod'
import { entryIdSchema, participantIdSchema, type EntryId, type ParticipantId } from '../entry/ids.ts'
import { DESK_ROOTS } from './desk-roots.ts'

/** Its id is the id of the entry it becomes; when that exists the draft is over. */
export interface PromptDraft {
  readonly id: EntryId
  readonly parentId: EntryId | null
  readonly startedBy: ParticipantId
  readonly startedAt: string
  /** Everyone who typed, in the order they began. */
  readonly writers: readonly ParticipantId[]
  readonly text: string
  /** Who is sending it at this moment: then nobody types any more. */
  readonly sentBy?: ParticipantId
}

const fieldsSchema = z.object({
  parentId: entryIdSchema.nullable(),
  startedBy: participantIdSchema,
  startedAt: z.string(),
  writers: z.array(participantIdSchema),
  sentBy: participantIdSchema.optional(),
})

export function openPrompt(desk: Y.Doc, { id, text, ...fields }: PromptDraft): void {
  desk.transact(() => {
    const draft = new Y.Map<unknown>()
    for (const [key, value] of Object.entries(fields)) draft.set(key, value)
    draft.set('text', new Y.Text(text))
    promptsOf(desk).set(id, draft)
  })
}

/** Adds somebody to the writers, unless they are there. Costs little: it is asked at each keystroke. */
export function addPromptWriter(desk: Y.Doc, id: EntryId, writer: ParticipantId): void {
  const draft = promptsOf(desk).get(id)
  const writers = fieldsSchema.shape.writers.safeParse(draft?.get('writers'))
  if (writers.success && !writers.data.includes(writer)) draft?.set('writers', [...writers.data, writer])
}

/** Marks a prompt as being sent, or (undefined) opens it again. */
export function markPromptSent(desk: Y.Doc, id: EntryId, sentBy: ParticipantId | undefined): void {
  const draft = promptsOf(desk).get(id)
  if (sentBy === undefined) draft?.delete('sentBy')
  else draft?.set('sentBy', sentBy)
}

export function removePrompt(desk: Y.Doc, id: EntryId): void {
  promptsOf(desk).delete(id)
}

/** Undefined for what is not there, or is no prompt. */
export function findPrompt(desk: Y.Doc, id: EntryId): PromptDraft | undefined {
  const draft = promptsOf(desk).get(id)
  if (!(draft instanceof Y.Map)) return undefined
  const text: unknown = draft.get('text')
  const fields = fieldsSchema.safeParse(
    Object.fromEntries(Object.keys(fieldsSchema.shape).map((key) => [key, draft.get(key)])),
  )
  if (!(text instanceof Y.Text) || !fields.success) return undefined
  const { sentBy, ...others } = fields.data
  return { id, ...others, text: text.toJSON(), ...(sentBy === undefined ? {} : { sentBy }) }
}

/** The live text of a prompt, to type into. */
export function findPromptText(desk: Y.Doc, id: EntryId): Y.Text | undefined {
  const text: unknown = promptsOf(desk).get(id)?.get('text')
  return text instanceof Y.Text ? text : undefined
}

/** All prompts, oldest first; values that are none are left out. */
export function readPrompts(desk: Y.Doc): PromptDraft[] {
  return [...promptsOf(desk).keys()]
    .flatMap((key) => {
      const id = entryIdSchema.safeParse(key)
      return (id.success ? findPrompt(desk, id.data) : undefined) ?? []
    })
    .toSorted((a, b) => (a.startedAt === b.startedAt ? (a.id < b.id ? -1 : 1) : a.startedAt < b.startedAt ? -1 : 1))
}

/** Whose text a type is, when it is the text of a prompt: its id, and the prompt itself. */
export function promptOfText(
  desk: Y.Doc,
  type: unknown,
): { readonly id: EntryId; readonly draft: Y.Map<unknown> } | undefined {
  if (!(type instanceof Y.Text) || type._item?.parentSub !== 'text') return undefined
  const draft: unknown = type._item.parent
  if (!(draft instanceof Y.Map) || draft._item === null || draft._item.parent !== promptsOf(desk)) return undefined
  const id = entryIdSchema.safeParse(draft._item.parentSub)
  return id.success ? { id: id.data, draft } : undefined
}

function promptsOf(desk: Y.Doc): Y.Map<Y.Map<unknown>> {
  return desk.getMap<Y.Map<unknown>>(DESK_ROOTS.prompts)
}
