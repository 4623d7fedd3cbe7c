// Where a draft that was thrown away would have gone, and why it did not.
import type { TreeIndex } from '@coppice/shared'
import type { DraftPlace } from './draft-store.ts'
import type { TrashedDraft } from './draft-trash.ts'
import { forkFrom, targetOf, targetWords } from './target.ts'

interface Sources {
  readonly index: TreeIndex
  /** As everywhere on the screen: true after the first sync. */
  readonly live: boolean
}

/** "to k7f after turn 12"; '' when it is not known, or not in the tree. */
export function whereWords(place: DraftPlace | null, { index, live }: Sources): string {
  if (place === null) return ''
  if (place.kind === 'leaf') {
    if (place.leafId !== null && !index.has(place.leafId)) return ''
    return targetWords(targetOf(index, place.leafId, live))
  }
  const fork = forkFrom(index, place.fromId)
  return fork === undefined ? '' : targetWords(targetOf(index, fork.parentId, live))
}

/** '' for what was cleared by hand. */
export function whyWords({ why }: TrashedDraft): string {
  switch (why) {
    case 'cleared':
      return ''
    case 'fork':
      return 'a branch you gave up'
    case 'pruned':
      return 'one of many drafts'
    case 'refused':
      return 'not accepted'
    case 'late':
      return 'came too late'
    case 'shared':
      return 'a shared prompt'
    case 'other_tab':
      return 'written in another tab'
    default:
      return why satisfies never
  }
}
