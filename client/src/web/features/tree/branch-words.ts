// What a branch is called on the screen.
import { branchTitle, type EntryId, type TreeIndex } from '@coppice/shared'
import { lineFor } from './entry-words.ts'
import { withVisibleControls } from './visible-controls.ts'

/** Its title, or what its first entry is where nothing on it says anything; ready to be shown. '' for an unknown id. */
export function branchWords(index: TreeIndex, firstId: EntryId): string {
  const title = branchTitle(index, firstId)
  const first = index.get(firstId)
  const saysNothing = title === '' || (first?.type === 'custom' && title === first.customType)
  return saysNothing && first !== undefined ? lineFor(first) : withVisibleControls(title)
}
