// What a row says: its words on screen, and the whole of it in a sentence for a screen reader.
import { branchNameIn, type EntryId, type ParticipantId, type Person, type TreeIndex } from '@coppice/shared'
import { counted } from '../../words/number-words.ts'
import { authorOf } from './author-of.ts'
import { branchWords } from './branch-words.ts'
import { lineFor } from './entry-words.ts'
import type { RowMarks } from './marks.ts'
import type { Row } from './rows.ts'
import { turnNumber, type Branch } from './segments.ts'
import { turnAt } from './turns.ts'
import { withVisibleControls } from './visible-controls.ts'

export interface RowWords {
  /** "k7f" for a branch. */
  readonly name: string | undefined
  /** Who wrote it. */
  readonly author: Person | undefined
  /** I wrote it: on the screen it need not say so. */
  readonly isMine: boolean
  readonly words: string
  /** Number of the turn, from 1; undefined for branches. */
  readonly turn: number | undefined
  /** Turns folded under a branch's row. */
  readonly turns: number | undefined
  readonly label: string | undefined
  /** Why no root leads here, in words. */
  readonly reason: string | undefined
}

interface WordSources {
  readonly index: TreeIndex
  readonly people: ReadonlyMap<ParticipantId, Person>
  readonly me?: ParticipantId | undefined
}

const REASONS = { missing_parent: 'parent missing', cycle: 'cycle' } as const

export function wordsOf(row: Row, { index, people, me }: WordSources): RowWords {
  if (row.kind === 'detached') {
    const words = `Detached: ${counted(row.pieces, 'piece')}`
    return { ...NOTHING, words }
  }
  const { branch, from } = row
  const shown = titleId(row)
  const entry = shown === undefined ? undefined : index.get(shown)
  const author = entry === undefined ? undefined : authorOf(entry, people)
  const line = entry === undefined ? '' : lineFor(entry)
  const label = labelIn(index, branch, from, row.kind === 'turn' ? row.to : from)
  if (row.kind === 'turn') return { ...NOTHING, author, words: line, turn: turnNumber({ branch, at: from }), label }
  const firstId = branch.chain[from]
  return {
    ...NOTHING,
    name: firstId === undefined ? undefined : nameFrom(index, branch, from, firstId),
    author,
    isMine: me !== undefined && author !== undefined && author === people.get(me),
    words: firstId === undefined ? line : branchWords(index, firstId),
    turns: branch.turns.length - turnAt(branch.turns, from),
    label,
    reason: branch.cut === null || from > 0 ? undefined : REASONS[branch.cut],
  }
}

const NOTHING = {
  name: undefined,
  author: undefined,
  isMine: false,
  turn: undefined,
  turns: undefined,
  label: undefined,
  reason: undefined,
}

interface Around {
  readonly standsHere: boolean
  /** Where what is not saved is: "on this device". */
  readonly here: string
}

/** "Turn 4, Mia Kern: the import stalls. You stand here. Jo Lind is here." */
export function spokenRow(
  row: Row,
  words: RowWords,
  marks: RowMarks | undefined,
  { standsHere, here }: Around,
): string {
  const head =
    words.turn === undefined ? (words.name === undefined ? '' : `Branch ${words.name}, `) : `Turn ${words.turn}, `
  const parts = [
    `${head}${words.author === undefined ? '' : `${words.author.name}: `}${words.words}`,
    ...(words.reason === undefined ? [] : [words.reason]),
    ...(row.kind === 'branch' && words.turns !== undefined ? [counted(words.turns, 'turn')] : []),
    ...(words.label === undefined ? [] : [`Label: ${words.label}`]),
    ...(standsHere ? ['You stand here'] : []),
    ...(marks?.people ?? []).map(({ name }) => `${name} is here`),
    ...(marks !== undefined && marks.answering > 0 ? ['An answer is being written'] : []),
    ...(marks !== undefined && marks.onlyHere > 0 ? [`Only ${here}`] : []),
    ...(marks !== undefined && marks.fresh > 0 ? [counted(marks.fresh, 'new entry', 'new entries')] : []),
  ]
  return parts.map((part) => (/[.?!…]$/.test(part) ? part : `${part}.`)).join(' ')
}

/** The entry whose words stand for a row: a turn's prompt where it has one, else its first entry. */
function titleId(row: Exclude<Row, { kind: 'detached' }>): EntryId | undefined {
  const { branch, from } = row
  const turn = branch.turns[turnAt(branch.turns, from)]
  const prompt = turn === undefined || turn.promptAt < from || turn.promptAt > row.to ? from : turn.promptAt
  return branch.chain[prompt]
}

/** What is left of a branch beyond a fork has a name of its own; beyond the place I stand on it is the same branch. */
function nameFrom(index: TreeIndex, branch: Branch, from: number, firstId: EntryId): string | undefined {
  const before = branch.chain[from - 1]
  const begins = before === undefined || index.branches(before).length > 1
  return begins ? branchNameIn(index, firstId) : undefined
}

function labelIn(index: TreeIndex, branch: Branch, from: number, to: number): string | undefined {
  for (let at = from; at <= to; at += 1) {
    const id = branch.chain[at]
    const label = id === undefined ? undefined : index.labelOf(id)
    if (label !== undefined) return withVisibleControls(label)
  }
  return undefined
}
