// Checks that a value from outside an update (an HTTP body, a file, the server's own code) survives the way through a
// Y.Doc unchanged: plain JSON, and nothing of JSON text that a doc cannot hold exactly.
import { isEntryId, MAX_ID_LENGTH, type EntryId } from '../entry/ids.ts'
import { MAX_ENTRY_DEPTH } from '../entry/limits.ts'
import { tooMany, type ValueBudget } from './json-wire.ts'
import { MAX_ENTRY_VALUES } from './limits.ts'
import { refuse } from './outcome.ts'

/** The id of a value that wants to be an entry. Throws `entry_invalid`; `index` says which one it was. */
export function idOf(value: unknown, index: number): EntryId {
  const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'id') : undefined
  if (isEntryId(id)) return id
  const message = `Entry number ${index + 1} of the request has no id of 1 to ${MAX_ID_LENGTH} characters. Give it one.`
  return refuse('entry_invalid', message)
}

/** Throws a SessionError: `entry_invalid`, which names the field, or `too_large`. */
export function checkJson(value: unknown, entryId: string): void {
  check({ value, path: '', depth: 1 }, entryId, { left: MAX_ENTRY_VALUES, floor: 0 })
}

interface Place {
  readonly value: unknown
  /** Names of the fields that lead here, each after a dot. */
  readonly path: string
  readonly depth: number
}

function check({ value, path, depth }: Place, entryId: string, budget: ValueBudget): void {
  if (budget.left-- <= budget.floor) refuse('too_large', tooMany(entryId), entryId)
  switch (typeof value) {
    case 'boolean':
      return
    case 'number':
      return Number.isFinite(value) ? undefined : refuseJson(entryId, path, `the number ${value}`)
    case 'string':
      return value.isWellFormed() ? undefined : refuseJson(entryId, path, 'half of a surrogate pair')
    case 'object':
      break
    default:
      return refuseJson(entryId, path, value === undefined ? 'undefined' : `a ${typeof value}`)
  }
  if (value === null) return
  if (depth > MAX_ENTRY_DEPTH) refuseJson(entryId, path, `more than ${MAX_ENTRY_DEPTH} levels of nesting`)
  if (Array.isArray(value)) {
    // By index: a hole in an array is undefined, and forEach would pass over it.
    for (let i = 0; i < value.length; i++)
      check({ value: value[i], path: `${path}.${i}`, depth: depth + 1 }, entryId, budget)
    return
  }
  if (!isPlain(value)) refuseJson(entryId, path, 'an object that is not plain')
  for (const [name, field] of Object.entries(value)) {
    if (name === '__proto__') refuseJson(entryId, path, 'a field named "__proto__"')
    if (!name.isWellFormed()) refuseJson(entryId, path, 'a field name with half of a surrogate pair')
    check({ value: field, path: `${path}.${name}`, depth: depth + 1 }, entryId, budget)
  }
}

/** An object literal of any realm, or one without a prototype. */
function isPlain(value: object): boolean {
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === null || (typeof proto === 'object' && Object.getPrototypeOf(proto) === null)
}

function refuseJson(entryId: string, path: string, what: string): never {
  const where = path === '' ? '' : ` in ${path.slice(1, 120)}`
  return refuse(
    'entry_invalid',
    `Entry ${entryId} holds ${what}${where}, which the record cannot hold. Leave it out and send it again.`,
    entryId,
  )
}
