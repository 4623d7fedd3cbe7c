// What a branch is called on the screen.
import { branchTitle, entryText, type Entry, type EntryId, type TreeIndex, typedPromptOf } from '@coppice/shared'
import { lineFor, plainLine } from './entry-words.ts'
import { isPrompt } from './turns.ts'

/** As far down as `branchTitle` looks. */
const REACH = 100

/** Its title, or what its first entry is where nothing on it says anything; ready to be shown. '' for an unknown id. */
export function branchWords(index: TreeIndex, firstId: EntryId): string {
  const title = branchTitle(index, firstId)
  const first = index.get(firstId)
  const saysNothing = title === '' || (first?.type === 'custom' && title === first.customType)
  if (saysNothing && first !== undefined) return lineFor(first)
  const prompt = title.startsWith('<') ? firstPrompt(index, firstId) : undefined
  return prompt !== undefined && typedPromptOf(prompt, entryText(prompt)) !== undefined
    ? lineFor(prompt)
    : plainLine(title)
}

/** The prompt whose words a title is that is no label. */
function firstPrompt(index: TreeIndex, firstId: EntryId): Entry | undefined {
  let at: EntryId | undefined = firstId
  for (let step = 0; at !== undefined && step < REACH; step += 1) {
    const entry = index.get(at)
    if (entry !== undefined && isPrompt(entry) && entryText(entry).trim() !== '') return entry
    const below: readonly EntryId[] = index.branches(at)
    at = below.length === 1 ? below[0] : undefined
  }
  return undefined
}
