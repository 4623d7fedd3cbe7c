// Whether somebody else types in a shared prompt just now, and who, as far as that can be known.
import type { ParticipantId, Person } from '@coppice/shared'
import { useEffect, useRef } from 'react'
import type * as Y from 'yjs'
import type { PeerPresence, PromptDraft } from '../../../sdk/types.ts'
import { findPerson } from '../people/find-person.ts'

/** Somebody who typed within this time is typing. */
export const TYPING_MS = 2_000

/** Returns how many ms ago somebody else changed the text; Infinity for never. */
export function useOthersTyped(text: Y.Text | undefined): () => number {
  const last = useRef(-Infinity)
  useEffect(() => {
    if (text === undefined) return undefined
    const changed = (_event: Y.YTextEvent, transaction: Y.Transaction): void => {
      if (!transaction.local) last.current = performance.now()
    }
    text.observe(changed)
    return () => text.unobserve(changed)
  }, [text])
  return () => performance.now() - last.current
}

interface Scene {
  readonly prompt: PromptDraft
  readonly peers: readonly PeerPresence[]
  readonly people: ReadonlyMap<ParticipantId, Person>
  readonly me: ParticipantId | undefined
}

/** Others who are in the prompt, each once: their carets say so. */
export function othersIn({ prompt, peers, me }: Omit<Scene, 'people'>): readonly PeerPresence[] {
  const seen = new Set<ParticipantId>()
  return peers.filter(({ user, caret }) => {
    if (caret?.promptId !== prompt.id || user.id === me || seen.has(user.id)) return false
    seen.add(user.id)
    return true
  })
}

/** The name of whoever it must be that types: who is in it and writes, else the only other one who is or wrote. */
export function typistName(scene: Scene): string {
  const { prompt, peers, people, me } = scene
  const here = othersIn(scene)
  const writing = new Set(peers.filter((peer) => peer.writing).map(({ user }) => user.id))
  const typists = here.filter(({ user }) => writing.has(user.id))
  const writers = prompt.writers.filter((id) => id !== me)
  const [sure] =
    typists.length > 0
      ? typists.map(({ user }) => user.id)
      : here.length === 1
        ? here.map(({ user }) => user.id)
        : writers.length === 1
          ? writers
          : []
  return sure === undefined ? 'Somebody else' : findPerson(people, sure).name
}
