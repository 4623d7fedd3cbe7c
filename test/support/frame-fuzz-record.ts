// Updates to the record in frames: valid ones as clients make them, the same with one thing in them that is forbidden, so
// that it is known how they must end, and the same with anything done to them.
import { encodeSyncFrame, type SyncKind } from '@coppice/shared'
import { mutate } from '../../shared/src/admission/mutate-update.ts'
import { DEFECTS, NOTHING } from './frame-fuzz-defects.ts'
import { draftOf, encode } from './frame-fuzz-draft.ts'
import { anyOf, scrambled, type Aim, type Outcome, type Shot } from './frame-fuzz-shot.ts'

const MUTATION_KINDS = [
  'clock',
  'client',
  'key',
  'root',
  'origin',
  'gc',
  'skip',
  'drop',
  'double',
  'swap',
  'delete',
  'list',
  'id',
  'parent',
  'author',
  'time',
  'field',
  'type',
  'content',
] as const
const WEIGHTED = DEFECTS.map((row) => [row[0], row] as const)

/** An update in a frame, with at most one thing wrong that is known, or several that are not. */
export function recordShot(aim: Aim): Shot {
  const { world, line, chance } = aim
  const draft = draftOf(aim)
  const [, name, outcome, defect] = chance.pick(WEIGHTED)
  const done = defect(draft, aim)
  const isRaw = done instanceof Uint8Array
  let bytes = isRaw ? done : encode(draft)
  let must: Outcome | undefined = done === NOTHING ? 'taken' : outcome
  const writes = !isRaw && draft.structs.length > 0
  // Whoever may only read is told so, or what else is wrong; new entries never get in.
  if (line.seat.role === 'view' && writes) must = must === 'still' ? 'still' : []
  if (line.seat.role === 'comment' && Array.isArray(must)) must = []
  let label = `record: ${name}`
  if (chance.isLucky(0.3)) {
    label = 'record: mutated'
    must = undefined
    const times = 1 + chance.upTo(2)
    for (let i = 0; i < times; i++)
      bytes = mutate(bytes, { kind: anyOf(chance, MUTATION_KINDS), at: chance.upTo(1e9), by: chance.upTo(1e9) })
  }
  if (chance.isLucky(0.1)) {
    label = 'record: scrambled'
    must = undefined
    bytes = scrambled(chance, bytes)
  }
  const kind: SyncKind = chance.isLucky(0.2) ? 'step2' : 'update'
  for (const { id, timestamp } of draft.entries) world.underWay.push({ id, timestamp: String(timestamp) })
  const clients = [draft.clientId, ...draft.others.map(({ clientId }) => clientId)]
  const adds = label === 'record: valid' && must === 'taken' ? draft.entries.length : undefined
  return { label, message: encodeSyncFrame('sync', kind, bytes), must, adds, clients }
}

export const RECORD_LABELS: readonly string[] = DEFECTS.map(([, label]) => `record: ${label}`)
