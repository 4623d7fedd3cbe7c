// Checks that a value from outside an update (an HTTP body, a file, the server's own code) survives the way through a
// Y.Doc unchanged: plain JSON, and nothing of JSON text that a doc cannot hold exactly.
import { MAX_ENTRY_DEPTH } from '../entry/limits.ts'
import { refuse } from './outcome.ts'

/** Throws `entry_invalid` and names the field. `path` is the field's name so far. */
export function checkJson(value: unknown, entryId: string, path = '', depth = 1): void {
  switch (typeof value) {
    case 'boolean':
      return
    case 'number':
      if (Number.isFinite(value)) return
      return notJson(entryId, path, `the number ${value}`)
    case 'string':
      if (value.isWellFormed()) return
      return notJson(entryId, path, 'half of a surrogate pair')
    case 'object':
      if (value === null) return
      if (depth > MAX_ENTRY_DEPTH) {
        return refuse(
          'entry_invalid',
          `Entry ${entryId} is nested more than ${MAX_ENTRY_DEPTH} levels deep. Flatten it and send it again.`,
          entryId,
        )
      }
      if (Array.isArray(value)) {
        // By index: a hole in an array is undefined, and forEach would pass over it.
        for (let i = 0; i < value.length; i++) checkJson(value[i], entryId, `${path}.${i}`, depth + 1)
        return
      }
      if (!isPlain(value)) return notJson(entryId, path, 'an object that is not plain')
      for (const [name, field] of Object.entries(value)) {
        if (name === '__proto__') notJson(entryId, path, 'a field named "__proto__"')
        if (!name.isWellFormed()) notJson(entryId, path, 'a field name with half of a surrogate pair')
        checkJson(field, entryId, `${path}.${name}`, depth + 1)
      }
      return
    default:
      return notJson(entryId, path, value === undefined ? 'undefined' : `a ${typeof value}`)
  }
}

/** An object literal of any realm, or one without a prototype. */
function isPlain(value: object): boolean {
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === null || (typeof proto === 'object' && Object.getPrototypeOf(proto) === null)
}

function notJson(entryId: string, path: string, what: string): never {
  const where = path === '' ? '' : ` in ${path.slice(1)}`
  return refuse(
    'entry_invalid',
    `Entry ${entryId} holds ${what}${where}, which the record cannot hold. Leave it out and send it again.`,
    entryId,
  )
}
