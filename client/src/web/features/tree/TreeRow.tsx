// One row of the tree. Everything that can appear later has its place from the start: words only get shorter.
import { ChevronDown, ChevronRight, CircleDashed, CornerDownRight, Star } from 'lucide-react'
import type { Person } from '@coppice/shared'
import type { MouseEvent } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { count, counted } from '../../words/number-words.ts'
import { Gutter, ROW_HEIGHT, type RowDot } from './Gutter.tsx'
import type { RowGutter } from './gutter.ts'
import type { RowMarks } from './marks.ts'
import { spokenRow, type RowWords } from './row-words.ts'
import type { Row } from './rows.ts'
import type { Branch } from './segments.ts'

/** Faces shown before "+n". */
const MOST_FACES = 3

export interface TreeRowProps {
  readonly row: Row
  readonly rowId: string
  readonly words: RowWords
  readonly gutter: RowGutter | undefined
  readonly lanes: number
  readonly marks: RowMarks | undefined
  /** Where what is not saved is: "on this device". */
  readonly here: string
  readonly hueOf: (branch: Branch) => string
  /** Pixels from the top of the list. */
  readonly top: number
  /** My leaf is here, or folded away in here. */
  readonly standsHere: boolean
  /** The path on the screen ends here. */
  readonly isLooked: boolean
  /** The row the keyboard is on. */
  readonly isActive: boolean
  readonly onLook: () => void
  readonly onFocus: () => void
  readonly onFold: (() => void) | undefined
  readonly onContinueHere: (() => void) | undefined
}

export function TreeRow(props: TreeRowProps) {
  const { row, words, gutter, lanes, marks, standsHere, isLooked, isActive, hueOf, onFold } = props
  const isOpen = row.kind === 'turn' ? undefined : row.open
  const onPath = row.kind !== 'detached' && row.onPath
  const branchHue = row.kind === 'detached' ? 'var(--ink-3)' : hueOf(row.branch)
  const dotHue = row.kind === 'turn' && words.author !== undefined ? personColor(words.author.color) : branchHue
  return (
    <div
      id={props.rowId}
      role="treeitem"
      aria-level={row.level}
      aria-setsize={row.group.size}
      aria-posinset={row.position}
      aria-expanded={isOpen}
      aria-selected={isLooked}
      aria-current={standsHere ? 'location' : undefined}
      tabIndex={isActive ? 0 : -1}
      data-key={row.key}
      className="tree-row"
      data-path={onPath || undefined}
      data-here={standsHere || undefined}
      data-looked={isLooked || undefined}
      style={{ top: props.top, height: ROW_HEIGHT }}
      title={tooltipOf(words)}
      onClick={props.onLook}
      onFocus={props.onFocus}
    >
      <span className="only-spoken">{spokenRow(row, words, marks, props)}</span>
      <span className="contents" aria-hidden="true">
        {gutter === undefined ? (
          <span className="tree-no-gutter" />
        ) : (
          <Gutter {...{ gutter, lanes, hueOf, dotHue }} dot={dotOf(row, standsHere, marks)} hue={branchHue} />
        )}
        {onFold !== undefined && (
          <span className="tree-chevron" onClick={stopped(onFold)}>
            {isOpen === true ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
          </span>
        )}
        {words.turn !== undefined && <span className="tree-number num">{words.turn}</span>}
        <span className="tree-words">
          {words.name !== undefined && <span className="tree-name">{words.name}</span>}
          {words.reason !== undefined && <span className="tree-reason">{words.reason}</span>}
          {row.kind === 'branch' && words.author !== undefined && !words.isMine && words.reason === undefined && (
            <span className="tree-author">{shortName(words.author)}</span>
          )}
          <bdi>{words.words}</bdi>
        </span>
        <Faces marks={marks} />
        {words.turns !== undefined && <span className="tree-count num">{count(words.turns)}</span>}
        <span className="tree-state">{stateOf(marks, words.label, props.here)}</span>
      </span>
      {props.onContinueHere !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className="tree-continue"
          aria-label="Continue here"
          aria-keyshortcuts="l"
          title="Continue here  l"
          onClick={stopped(props.onContinueHere)}
        >
          <CornerDownRight size={14} />
        </button>
      )}
    </div>
  )
}

function Faces({ marks }: { readonly marks: RowMarks | undefined }) {
  const people = marks?.people ?? []
  if (people.length === 0) return null
  const more = people.length - MOST_FACES
  return (
    <span className="tree-faces" title={people.map(({ name }) => name).join(', ')}>
      {people.slice(0, MOST_FACES).map((person) => (
        <Avatar key={person.id} person={person} size="sm" ring decorative />
      ))}
      {more > 0 && <span className="tree-more num">+{more}</span>}
    </span>
  )
}

/** One thing at a time, in one fixed place: what is going on, what is only here, what is new, a label. */
function stateOf(marks: RowMarks | undefined, label: string | undefined, here: string) {
  if (marks !== undefined && marks.answering > 0)
    return <span className="tree-running" title="An answer is being written" />
  if (marks !== undefined && marks.onlyHere > 0)
    return (
      <CircleDashed size={12} className="tree-only-here">
        <title>{`Only ${here}`}</title>
      </CircleDashed>
    )
  if (marks !== undefined && marks.fresh > 0)
    return <span className="tree-new" title={counted(marks.fresh, 'new entry', 'new entries')} />
  return label === undefined ? null : <Star size={12} className="tree-star" />
}

function dotOf(row: Row, standsHere: boolean, marks: RowMarks | undefined): RowDot {
  if (row.kind === 'turn') return standsHere || (marks?.people.length ?? 0) > 0 ? 'stands' : 'turn'
  return row.kind === 'branch' && row.open ? 'open' : 'folded'
}

function tooltipOf({ label, words, turns, author }: RowWords): string {
  const parts = [author?.name, label === undefined ? undefined : `★ ${label}`, words]
  const said = parts.filter((part) => part !== undefined && part !== '').join(' · ')
  return turns === undefined ? said : `${said} · ${count(turns)} ${turns === 1 ? 'turn' : 'turns'}`
}

export function personColor(color: number): string {
  return `var(--person-${color})`
}

function shortName({ kind, name }: Person): string {
  return kind === 'agent' ? name : (name.split(' ', 1)[0] ?? name)
}

function stopped(action: () => void): (event: MouseEvent) => void {
  return (event) => {
    event.stopPropagation()
    action()
  }
}
