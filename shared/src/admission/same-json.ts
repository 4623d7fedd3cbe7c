// Equality of JSON values. The order of an object's fields does not count, the sign of zero does.

/** As deep as the shallower of the two: callers bound the depth of at least one. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, i) => sameJson(item, b[i]))
  }
  const fields = Object.entries(a)
  if (fields.length !== Object.keys(b).length) return false
  return fields.every(([name, value]) => Object.hasOwn(b, name) && sameJson(value, Reflect.get(b, name)))
}
