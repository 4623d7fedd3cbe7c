// The nodes of a Loom tree in the order they are shown in, with what was folded into one node unfolded again.
import type { SessionBuilder } from '../build/session-builder.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'

export interface LoomNode {
  /** Its own id, or its place behind a "#". */
  readonly key: string
  readonly hasId: boolean
  /** Without its children. */
  readonly value: JsonObject
  /** The key of the node above; null for the root. */
  readonly parent: string | null
  /** 1-based. */
  readonly place: number
  /** The nodes that it was folded into, without what was in them. */
  readonly folds: readonly JsonObject[]
}

/** What a node takes over from the fold that it was the end of. */
interface Fold {
  readonly children: readonly JsonValue[]
  readonly folds: readonly JsonObject[]
}

const UNFOLDED = 'A node stands for a chain that Loom had folded or hoisted: it is unfolded, with all that was hidden.'
const NO_FOLD: Fold = { children: [], folds: [] }

/** Each behind its parent, siblings as the file has them. Without recursion: the depth is the length of a text. */
export function loomNodes(root: JsonObject, builder: SessionBuilder, line: number): LoomNode[] {
  const nodes: LoomNode[] = []
  const taken = new Map<JsonObject, Fold>()
  const open: { value: JsonValue; parent: string | null }[] = [{ value: root, parent: null }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, parent } = next
    if (!isJsonObject(value)) {
      builder.note('leftOut', 'A list of children holds something that is no node.', line)
      continue
    }
    const { children: own, ...fields } = value
    const fold = taken.get(value) ?? NO_FOLD
    const children = [...(Array.isArray(own) ? own : []), ...fold.children]
    const hidden = hiddenIn(value)
    if (hidden !== undefined) {
      const { masked_head: _head, ...rest } = fields
      taken.set(hidden.tail, { children, folds: [...fold.folds, rest] })
      builder.report.noteGroup('repaired', UNFOLDED, line)
      open.push({ value: hidden.head, parent })
      continue
    }
    builder.report.countRecord()
    const id = stringField(value, 'id')
    const place = nodes.length + 1
    const key = id ?? `#${place}`
    nodes.push({ key, hasId: id !== undefined, value: fields, parent, place, folds: fold.folds })
    for (const child of children.toReversed()) open.push({ value: child, parent: key })
  }
  return nodes
}

/** The chain that a node stands for: its first node, and the one that the node's children belong to. */
function hiddenIn(value: JsonObject): { readonly head: JsonObject; readonly tail: JsonObject } | undefined {
  const { masked_head: head, tail_id: tailId } = value
  if (!isJsonObject(head) || typeof tailId !== 'string') return undefined
  const open: JsonValue[] = [head]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isJsonObject(node)) continue
    if (node['id'] === tailId) return { head, tail: node }
    if (Array.isArray(node['children'])) for (const child of node['children']) open.push(child)
  }
  return undefined
}
