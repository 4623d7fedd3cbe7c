// Something that was not accepted, as a file to keep: all that is known of it.
import type { Quarantined } from '../../../sdk/types.ts'

/** Plain JSON, indented to be read. */
export function quarantineFile(item: Quarantined): { readonly name: string; readonly text: string } {
  const { id, entry, text, code, reason, at } = item
  const written = { notAccepted: { code, reason, at: new Date(at).toISOString() }, text, entry }
  return {
    name: `not-accepted-${id.replaceAll(/[^\w-]+/g, '-').slice(0, 40)}.json`,
    text: `${JSON.stringify(written, undefined, 2)}\n`,
  }
}
