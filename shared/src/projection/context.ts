// The one function that decides what a model is given. The server runs agents with it, every client shows it.
import { SessionError } from '../errors.ts'
import type { Entry } from '../entry/entry.ts'
import type { EntryId } from '../entry/ids.ts'
import type { TreeIndex } from '../tree/tree-index.ts'
import { Line } from './line.ts'
import { selectPath } from './path.ts'
import type { ContextCut, ProjectedContext } from './projected-context.ts'
import { Projection } from './projection.ts'
import { NO_SETTINGS, settingsAfter } from './state.ts'
import { addSteps, stepsOf, type Step } from './steps.ts'
import { moveLateResults } from './tool-pairing.ts'

/** Projections kept per index: enough for all who stand somewhere, few enough to forget. */
const KEPT_PROJECTIONS = 32

type Kept = Map<EntryId, Projection>
const keptByIndex = new WeakMap<TreeIndex, Kept>()

/**
 * What a model is given at a leaf: the path from its root, and nothing of any other branch (CX1). Answers with the
 * same object until the path changes; after appends below a path seen before it costs the new entries only (CX10).
 * @param leafId null: before the first entry, nothing
 * @throws SessionError `not_found` for an unknown leaf
 */
export function projectContext(index: TreeIndex, leafId: EntryId | null): ProjectedContext {
  if (leafId === null) return NOTHING
  if (!index.has(leafId))
    throw new SessionError('not_found', `This session has no entry ${leafId}. Choose another entry to stand on.`)
  const kept = keptByIndex.get(index) ?? new Map<EntryId, Projection>()
  keptByIndex.set(index, kept)
  const { above, entries } = index.pathBelow(leafId, (id) => findKept(kept, index, id) !== undefined)
  const known = above === null ? undefined : kept.get(above)
  const projection = continueFrom(known, entries, leafId) ?? projectWhole(index, leafId)
  keep(kept, leafId, projection)
  return projection
}

const NOTHING = new Projection({ leafId: null, line: new Line(), settings: NO_SETTINGS, edits: new Map(), cut: null })

/** A projection of an earlier call, unless pieces have joined since and its path begins elsewhere now. */
function findKept(kept: Kept, index: TreeIndex, id: EntryId): Projection | undefined {
  const projection = kept.get(id)
  if (projection === undefined) return undefined
  const cut = cutAt(index, id)
  const isSame = projection.cut?.entryId === cut?.entryId && projection.cut?.reason === cut?.reason
  return isSame ? projection : undefined
}

/** Undefined where entries change what stands before them: then only the whole path will do. */
function continueFrom(
  known: Projection | undefined,
  entries: readonly Entry[],
  leafId: EntryId,
): Projection | undefined {
  if (known === undefined || entries.length === 0) return known
  if (entries.some((entry) => entry.type === 'compaction' || entry.type === 'context_edit')) return undefined
  const { edits, cut } = known.parts
  const steps: Step[] = []
  for (const entry of entries) addSteps(steps, entry, edits)
  const line = known.parts.line.continued()
  if (!steps.every((step) => line.take(step))) return undefined
  return new Projection({ leafId, line, settings: entries.reduce(settingsAfter, known.parts.settings), edits, cut })
}

function projectWhole(index: TreeIndex, leafId: EntryId): Projection {
  const path = index.pathTo(leafId)
  const selection = selectPath(path)
  const line = new Line()
  for (const step of moveLateResults(stepsOf(selection))) if (!line.take(step)) line.leaveOrphan(step)
  const settings = path.reduce(settingsAfter, NO_SETTINGS)
  return new Projection({ leafId, line, settings, edits: selection.edits, cut: cutAt(index, leafId) })
}

function cutAt(index: TreeIndex, id: EntryId): ContextCut | null {
  const piece = index.cutOf(id)
  return piece === null ? null : { reason: piece.reason, entryId: piece.topId }
}

function keep(kept: Kept, leafId: EntryId, projection: Projection): void {
  kept.delete(leafId)
  kept.set(leafId, projection)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_PROJECTIONS && oldest !== undefined) kept.delete(oldest)
}
