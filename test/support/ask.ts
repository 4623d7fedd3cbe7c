// A prompt that is answered at once, as a test with a connection expects it.
import type { RunStarted, Session } from '@coppice/client/sdk'
import type { EntryId } from '@coppice/shared'

/** Throws when no run was started. */
export async function ask(session: Session, text: string): Promise<RunStarted & { readonly promptId: EntryId }> {
  const { run, promptId } = await session.prompt(text)
  if (run === undefined) throw new Error(`nobody answers "${text}": there is no connection`)
  return { ...run, promptId }
}
