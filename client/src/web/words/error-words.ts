// What a failure is called on screen.
import { SessionError } from '@coppice/shared'

/** A sentence for a person. Expected failures bring their own; others are named as what they are. */
export function errorWords(error: unknown): string {
  if (error instanceof SessionError) return error.message
  console.error('An unexpected failure', error)
  return 'Something went wrong in this page. Load it again; what is saved on the server is not touched.'
}
