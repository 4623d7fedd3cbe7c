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
  const fault = findFault(value, 1, { left: MAX_ENTRY_VALUES, floor: 0 })
  if (fault === undefined) return
  if (fault.what === TOO_MANY) refuse('too_large', tooMany(entryId), entryId)
  const where = fault.names.length === 0 ? '' : ` in ${fault.names.toReversed().join('.').slice(0, 119)}`
  const message = `Entry ${entryId} holds ${fault.what}${where}, which the record cannot hold. Leave it out and send it again.`
  refuse('entry_invalid', message, entryId)
}

const TOO_MANY = 'too many values'

/** What is wrong, and the names of the fields that lead there, the innermost first. */
interface Fault {
  readonly what: string
  readonly names: string[]
}

function fault(what: string): Fault {
  return { what, names: [] }
}

/** Names are gathered on the way back from a fault, so that values without one cost nothing but the look at them. */
function findFault(value: unknown, depth: number, budget: ValueBudget): Fault | undefined {
  if (budget.left-- <= budget.floor) return fault(TOO_MANY)
  switch (typeof value) {
    case 'boolean':
      return undefined
    case 'number':
      return Number.isFinite(value) ? undefined : fault(`the number ${value}`)
    case 'string':
      return value.isWellFormed() ? undefined : fault('half of a surrogate pair')
    case 'object':
      if (value === null) return undefined
      if (depth > MAX_ENTRY_DEPTH) return fault(`more than ${MAX_ENTRY_DEPTH} levels of nesting`)
      return Array.isArray(value) ? faultInArray(value, depth, budget) : faultInObject(value, depth, budget)
    default:
      return fault(value === undefined ? 'undefined' : `a ${typeof value}`)
  }
}

function faultInArray(array: readonly unknown[], depth: number, budget: ValueBudget): Fault | undefined {
  // By index: a hole in an array is undefined, and forEach would pass over it.
  for (let i = 0; i < array.length; i++) {
    const found = findFault(array[i], depth + 1, budget)
    if (found === undefined) continue
    found.names.push(String(i))
    return found
  }
  return undefined
}

function faultInObject(object: object, depth: number, budget: ValueBudget): Fault | undefined {
  if (!isPlain(object)) return fault('an object that is not plain')
  for (const name of Object.keys(object)) {
    if (name === '__proto__') return fault('a field named "__proto__"')
    if (!name.isWellFormed()) return fault('a field name with half of a surrogate pair')
    const found = findFault(Reflect.get(object, name), depth + 1, budget)
    if (found === undefined) continue
    found.names.push(name)
    return found
  }
  return undefined
}

/** An object literal of any realm, or one without a prototype. */
function isPlain(value: object): boolean {
  const proto: unknown = Object.getPrototypeOf(value)
  if (proto === Object.prototype || proto === null) return true
  return typeof proto === 'object' && Object.getPrototypeOf(proto) === null
}
