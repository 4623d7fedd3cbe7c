// Copies a JSON value with some of its parts replaced; without recursion, since files nest as deep as they like.
import type { JsonValue } from './json.ts'

/** What stands in for `value`, or `value` itself. `depth` is 1 for the outermost value. */
export type Replace = (value: JsonValue, depth: number) => JsonValue

interface Task {
  readonly value: JsonValue
  readonly depth: number
  readonly put: (copy: JsonValue) => void
}

/**
 * Asks `replace` about every value, outer ones first, and goes on below what it answers. Key order is kept; an own
 * `__proto__` key is left out.
 */
export function mapJson(value: JsonValue, replace: Replace): JsonValue {
  let result: JsonValue = null
  const tasks: Task[] = [{ value, depth: 1, put: (copy) => (result = copy) }]
  for (let at = 0; at < tasks.length; at += 1) {
    const task = tasks[at]
    if (task !== undefined) visit(task, replace, tasks)
  }
  return result
}

function visit({ value, depth, put }: Task, replace: Replace, tasks: Task[]): void {
  const shown = replace(value, depth)
  if (typeof shown !== 'object' || shown === null) put(shown)
  else if (Array.isArray(shown)) {
    const items: JsonValue[] = []
    put(items)
    for (const item of shown) tasks.push({ value: item, depth: depth + 1, put: (copy) => items.push(copy) })
  } else {
    const object: Record<string, JsonValue> = {}
    put(object)
    for (const [key, item] of Object.entries(shown)) {
      if (key === '__proto__') continue
      tasks.push({ value: item, depth: depth + 1, put: (copy) => (object[key.toWellFormed()] = copy) })
    }
  }
}
