// What the server refused, or could not be offered because of a refusal: kept on this device, tried again where that
// may help, and listed with its reason where it does not.
import { entryText, ERROR_TABLE, isErrorCode, type Entry, type ErrorCode, type SessionError } from '@coppice/shared'
import { z } from 'zod'

export const quarantinedSchema = z.object({
  id: z.string(),
  // reason: an entry of mine was checked when it was written; here it is kept as it is, so that nothing of it is lost
  entry: z.custom<Entry>((value) => typeof value === 'object' && value !== null),
  text: z.string(),
  code: z.custom<ErrorCode>(isErrorCode),
  reason: z.string(),
  at: z.number(),
  state: z.enum(['waiting', 'refused']),
  /** How often the server refused an update with it. */
  tries: z.number(),
  /** Keeps the order in which things were written. */
  order: z.number(),
})
/** What is kept of something in quarantine, beyond what people see of it. */
export type QuarantineItem = z.infer<typeof quarantinedSchema>

/**
 * What a refusal makes of the entries that the server did not get: an entry that is named and cannot be mended is
 * refused, and so is one that was refused alone; all others wait for another try, however often that takes, since
 * nobody's entry is given up for the fault of another. What was refused before stays refused.
 */
export function quarantineEntries(
  entries: readonly Entry[],
  error: SessionError,
  { known, nowMs }: { readonly known: (id: string) => QuarantineItem | undefined; readonly nowMs: number },
): QuarantineItem[] {
  const blamed = error.details?.['entryId']
  return entries.map((entry, order): QuarantineItem => {
    const before = known(entry.id)
    if (before?.state === 'refused') return before
    const tries = (before?.tries ?? 0) + 1
    const isHopeless = entry.id === blamed && !mayMend(error.code, tries)
    const isAlone = blamed === undefined && entries.length === 1 && tries > 1
    return {
      id: entry.id,
      entry,
      text: entryText(entry),
      code: error.code,
      reason: error.message,
      at: nowMs,
      state: isHopeless || isAlone ? 'refused' : 'waiting',
      tries,
      order: before?.order ?? nowMs * 1_000 + order,
    }
  })
}

/**
 * A timestamp is mended by the server's clock, as often as mine is set wrong. A used id may be used by the very entry,
 * which another tab brought up meanwhile; then the fresh copy has it. A clientID that is somebody else's is no fault of
 * the entry: the fresh copy writes under one of its own.
 */
function mayMend(code: ErrorCode, tries: number): boolean {
  return code === 'time_out_of_bounds' || ((code === 'id_used' || code === 'client_taken') && tries <= 2)
}

/** Whether starting over with a fresh copy may help: the refusal was about what was sent, not about who may come. */
export function isRecoverable(code: ErrorCode): boolean {
  switch (code) {
    case 'unauthenticated':
    case 'origin_refused':
    case 'not_found':
    case 'gone':
    case 'unsupported_format':
    case 'invalid_file':
      return false
    default:
      return !ERROR_TABLE[code].retry
  }
}
