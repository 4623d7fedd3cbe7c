// One branch as a Markdown document that can stand in a pull request: turns with authors, tool calls folded (FM17).
import type { EntryId } from '../../entry/ids.ts'
import { SessionError } from '../../errors.ts'
import type { TreeIndex } from '../../tree/tree-index.ts'
import { speakerOf, type SpeakerOptions } from '../speaker.ts'
import { plainInline } from './escape.ts'
import { turnsOf } from './turns.ts'

export interface MarkdownOptions extends SpeakerOptions {
  readonly title: string
  /** Longest tool output shown, in characters: pull requests take 65,536 in all. */
  readonly maxOutput?: number
}

const DEFAULT_MAX_OUTPUT = 4000

/**
 * The path to a leaf; null gives a document without turns. The same tree gives the same text everywhere.
 * Throws SessionError `not_found` for an unknown leaf.
 */
export function exportMarkdown(index: TreeIndex, leafId: EntryId | null, options: MarkdownOptions): string {
  if (leafId !== null && !index.has(leafId)) {
    throw new SessionError('not_found', `The entry ${leafId} is not in this session. Choose another leaf.`)
  }
  const path = index.pathTo(leafId)
  const turns = turnsOf(path, {
    nameOf: (entry) => speakerOf(entry, options).name,
    maxOutput: options.maxOutput ?? DEFAULT_MAX_OUTPUT,
    labelOf: (entry) => index.labelOf(entry.id),
  })
  const speakers = [...new Set(turns.filter((turn) => turn.isParticipant).map(({ speaker }) => speaker))]
  const parts = [`# ${plainInline(options.title)}`]
  if (speakers.length > 0) parts.push(`With ${speakers.map(plainInline).join(', ')}`)
  const top = path[0]
  if (top !== undefined && top.parentId !== null) {
    parts.push(`*What came before is missing: ${plainInline(top.id)} hangs below ${plainInline(top.parentId)}.*`)
  }
  for (const { speaker, parts: said } of turns) parts.push(`### ${plainInline(speaker)}`, ...said)
  if (turns.length === 0) parts.push('*Nothing was said on this branch.*')
  return `${parts.join('\n\n')}\n`
}
