// The nodes of one ChatGPT conversation in the order they are shown in: each behind its parent, siblings as the parent
// lists them.
import type { SessionBuilder } from '../build/session-builder.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'

export interface ChatNode {
  /** Its key in the mapping: what parents and children refer to. */
  readonly key: string
  readonly value: JsonObject
  /** Null for a root; a key that may not be in the file. */
  readonly parent: string | null
}

/** Notes what is no node, and children that are not in the file. */
export function orderedNodes(conversation: JsonObject, builder: SessionBuilder, line: number): ChatNode[] {
  const values = nodeValues(conversation['mapping'], builder, line)
  const listed = listedParents(values)
  const nodes = new Map<string, ChatNode>()
  for (const [key, value] of values) nodes.set(key, { key, value, parent: parentOf(key, value, listed) })
  const children = childrenOf(nodes, builder, line)
  const ordered: ChatNode[] = []
  const seen = new Set<string>()
  const walk = (tops: readonly ChatNode[]): void => {
    const open = tops.toReversed()
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node.key)) continue
      seen.add(node.key)
      ordered.push(node)
      for (const child of (children.get(node.key) ?? []).toReversed()) open.push(child)
    }
  }
  walk([...nodes.values()].filter(({ parent }) => parent === null || !nodes.has(parent)))
  // What is left hangs on a circle.
  walk([...nodes.values()])
  return ordered
}

function nodeValues(mapping: JsonValue | undefined, builder: SessionBuilder, line: number): Map<string, JsonObject> {
  const values = new Map<string, JsonObject>()
  const pairs: [string, JsonValue][] = Array.isArray(mapping)
    ? mapping.map((node, at) => [(isJsonObject(node) ? stringField(node, 'id') : undefined) ?? String(at), node])
    : Object.entries(isJsonObject(mapping) ? mapping : {})
  for (const [key, value] of pairs) {
    builder.report.countRecord()
    if (isJsonObject(value) && key !== '') values.set(key, value)
    else builder.note('leftOut', `The node "${key.slice(0, 80).toWellFormed()}" is no node.`, line)
  }
  return values
}

function listedChildren(value: JsonObject): string[] {
  const { children } = value
  return Array.isArray(children) ? children.filter((child) => typeof child === 'string') : []
}

/** Who lists whom, for nodes that name no parent themselves. */
function listedParents(values: ReadonlyMap<string, JsonObject>): ReadonlyMap<string, string> {
  const parents = new Map<string, string>()
  for (const [key, value] of values)
    for (const child of listedChildren(value)) if (child !== key && !parents.has(child)) parents.set(child, key)
  return parents
}

function parentOf(key: string, value: JsonObject, listed: ReadonlyMap<string, string>): string | null {
  if (!Object.hasOwn(value, 'parent')) return listed.get(key) ?? null
  const parent = stringField(value, 'parent')
  return parent === undefined || parent === '' ? null : parent
}

/** A parent's list gives the order; the links themselves are the children's. */
function childrenOf(
  nodes: ReadonlyMap<string, ChatNode>,
  builder: SessionBuilder,
  line: number,
): ReadonlyMap<string, ChatNode[]> {
  const children = new Map<string, ChatNode[]>()
  const placed = new Set<string>()
  const place = (child: ChatNode, parent: string): void => {
    if (placed.has(child.key)) return
    placed.add(child.key)
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [child])
    else siblings.push(child)
  }
  for (const { key, value } of nodes.values()) {
    for (const name of listedChildren(value)) {
      const child = nodes.get(name)
      if (child === undefined) builder.note('keptAsIs', `${key} lists a child ${name}, which is not in the file.`, line)
      else if (child.parent === key) place(child, key)
    }
  }
  for (const node of nodes.values()) if (node.parent !== null && nodes.has(node.parent)) place(node, node.parent)
  return children
}
