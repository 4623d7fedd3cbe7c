// What the parts of a transcript need from it: whose words, what can be done with an entry, what is unfolded.
import type { EntryId, ParticipantId, Person, TreeIndex } from '@coppice/shared'
import { createContext, useContext } from 'react'

export interface TranscriptTools {
  readonly index: TreeIndex
  readonly person: (id: ParticipantId) => Person
  /** Who answered: the author, or the model where an import names no agent. */
  readonly answerer: (author: ParticipantId, model: string | undefined) => Person
  readonly nowMs: number
  readonly fork: (id: EntryId) => void
  readonly continueHere: (id: EntryId) => void
  /** Turns to another entry below the same parent. */
  readonly turnTo: (siblingId: EntryId) => void
  /** Written here, and not on the server yet. */
  readonly isUnsaved: (id: EntryId) => boolean
  /** Puts a label on an entry, or takes it off (null). Undefined where one may not write. */
  readonly label: ((id: EntryId, label: string | null) => void) | undefined
  /** When a prompt was written that waits for somebody to ask for its answer, Unix ms; undefined for all others. */
  readonly waitingSince: (id: EntryId) => number | undefined
  readonly askForAnswer: (id: EntryId) => void
  readonly leaveUnanswered: (id: EntryId) => void
  readonly stop: ((runId: string) => void) | undefined
  readonly unfolded: Unfolded
}

/** Which details the person unfolded; they stay so when they are scrolled out of sight and back. */
export interface Unfolded {
  readonly has: (id: string) => boolean
  /** Called before the size of an item changes by the person's own doing. */
  readonly set: (id: string, open: boolean) => void
}

export const TranscriptContext = createContext<TranscriptTools | undefined>(undefined)

export function useTools(): TranscriptTools {
  const tools = useContext(TranscriptContext)
  if (tools === undefined) throw new Error('A part of a transcript stands outside of one.')
  return tools
}
