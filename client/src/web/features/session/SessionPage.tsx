// One session: joins it and shows it.
import type { SessionId } from '@coppice/shared'

export function SessionPage({ id }: { readonly id: SessionId }) {
  return <p>{id}</p>
}
