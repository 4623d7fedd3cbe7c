// What a session can be taken along as, in words for a menu.
import type { EntryId } from '@coppice/shared'
import type { ExportFormat, ExportOptions } from '../../../sdk/index.ts'

export interface Offer {
  readonly format: ExportFormat
  readonly name: string
  readonly hint: string
  /** Made for where one stands. */
  readonly atLeaf: boolean
  /** Only the path there, of a format that has the whole tree as well. */
  readonly branch?: true
}

export const OFFERS: readonly Offer[] = [
  {
    format: 'pi',
    name: 'Pi session (.jsonl)',
    hint: 'The whole tree, as a file that Pi opens',
    atLeaf: false,
  },
  {
    format: 'html',
    name: 'Page (.html)',
    hint: 'The whole tree, to read and print without Coppice',
    atLeaf: true,
  },
  {
    format: 'json',
    name: 'Coppice file (.json)',
    hint: 'Everything, to import again without loss',
    atLeaf: true,
  },
  {
    format: 'pi',
    name: 'My branch for Pi (.jsonl)',
    hint: 'Only the path to where you stand, as a file that Pi opens',
    atLeaf: true,
    branch: true,
  },
  {
    format: 'markdown',
    name: 'My branch as Markdown',
    hint: 'The path to where you stand, to read',
    atLeaf: true,
  },
]

/** @param standing where whoever asks stands */
export function askedOf({ atLeaf, branch }: Offer, standing: EntryId | null): ExportOptions {
  return { leaf: atLeaf ? standing : null, ...(branch === true ? { branch } : {}) }
}

const ENDINGS: Readonly<Record<ExportFormat, string>> = { pi: 'jsonl', markdown: 'md', html: 'html', json: 'json' }

/** Without the dot. A branch is told apart from the whole tree in the folder it is saved in. */
export function endingOf({ format, branch }: Offer): string {
  return branch === true ? `branch.${ENDINGS[format]}` : ENDINGS[format]
}
