// The list of sessions as the server gave it last, remembered on this device per person, so that it can be shown without
// the server.
import { participantIdSchema, ROLES, sessionIdSchema, type ParticipantId, type SessionId } from '@coppice/shared'
import { z } from 'zod'
import type { SessionInfo } from '../../../sdk/api.ts'

const KEY = 'coppice.sessions'

const infoSchema = z.object({
  id: sessionIdSchema,
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  entries: z.number(),
  branches: z.number(),
  participants: z.number(),
  role: z.enum(ROLES),
})
const keptSchema = z.object({ participant: participantIdSchema, at: z.number(), sessions: z.array(infoSchema) })

export interface RememberedSessions {
  readonly sessions: readonly SessionInfo[]
  /** When the server gave the list, Unix ms. */
  readonly at: number
}

/** What of the browser's storage is needed. */
type ListStorage = Pick<Storage, 'getItem' | 'setItem'>
const browser = (): ListStorage => window.localStorage

export function rememberSessions(
  participant: ParticipantId,
  { sessions, at }: RememberedSessions,
  storage: () => ListStorage = browser,
): void {
  try {
    storage().setItem(KEY, JSON.stringify({ participant, at, sessions }))
  } catch (error) {
    console.info('The list of sessions is not remembered.', error)
  }
}

/** Undefined when nothing is remembered for this person. */
export function rememberedSessions(
  participant: ParticipantId,
  storage: () => ListStorage = browser,
): RememberedSessions | undefined {
  try {
    const kept = keptSchema.safeParse(JSON.parse(storage().getItem(KEY) ?? 'null'))
    return kept.success && kept.data.participant === participant ? kept.data : undefined
  } catch (error) {
    console.info('The list of sessions as it was last cannot be read.', error)
    return undefined
  }
}

/** Remembers what the server says of one session, within the list it gave last. */
export function rememberSession(
  participant: ParticipantId,
  session: SessionInfo,
  storage: () => ListStorage = browser,
): void {
  const before = rememberedSessions(participant, storage)
  const others = before?.sessions ?? []
  const isKnown = others.some(({ id }) => id === session.id)
  const sessions = isKnown ? others.map((each) => (each.id === session.id ? session : each)) : [session, ...others]
  rememberSessions(participant, { sessions, at: before?.at ?? Date.now() }, storage)
}

/** What a session is called, as far as this device knows. */
export function rememberedTitle(participant: ParticipantId, session: SessionId): string | undefined {
  return rememberedSessions(participant)?.sessions.find(({ id }) => id === session)?.title
}
