// A name in a file → who said it, as entry/original-author.ts reads it: shown, and gives no right.
import type { JsonObject } from '../json/json.ts'

const MAX_NAME = 80
/** Words for a part in a talk, which say no more than its role does. */
const ROLES = new Set(['user', 'human', 'you', 'assistant', 'model', 'ai', 'bot', 'example_user', 'example_assistant'])

/** The name as it is shown; undefined for what is none. */
export function shownName(name: unknown): string | undefined {
  const shown = typeof name === 'string' ? name.trim().slice(0, MAX_NAME).toWellFormed() : ''
  return shown === '' ? undefined : shown
}

/** Undefined for what is no name, and for one that only says the role. */
export function namedSpeaker(name: unknown, kind: 'human' | 'agent'): JsonObject | undefined {
  const shown = shownName(name)
  return shown === undefined || ROLES.has(shown.toLowerCase()) ? undefined : { id: shown, name: shown, kind }
}
