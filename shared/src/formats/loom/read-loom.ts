// Loom's tree files: texts that go on in many ways, each node a piece, the path's pieces joined.
import type { EntryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { readSeveral } from '../build/several.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { oddFields } from '../json/odd-fields.ts'
import { labelOf, marksOf } from './label.ts'
import { loomNodes, type LoomNode } from './nodes.ts'
import { payloadOf, responseIdOf, timeOf } from './payload.ts'

const FORMAT = { name: 'loom', title: 'Loom tree' } as const
const ROOT = /"root"\s*:\s*\{/
const NODE = [/"children"\s*:\s*\[/, /"text"\s*:\s*"/, /"(?:id|mutable|visited|open|parent_id)"\s*:/]
/** What stands beside the root, which may lie far behind it. */
const SETTINGS = ['generation_settings', 'visualization_settings', 'selected_node_id', 'model_responses', 'canonical']

export const loomReader: FormatReader<'loom'> = {
  ...FORMAT,
  detect(head) {
    if (!/^\s*\{/.test(head) || /"(?:messageId|message|role|uuid)"\s*:/.test(head)) return false
    if (ROOT.test(head) && NODE.every((mark) => mark.test(head))) return true
    return SETTINGS.filter((key) => head.includes(`"${key}"`)).length > 1
  },
  read(chunks, options) {
    return readSeveral(chunks, FORMAT.title, {
      isConversation: (value) => rootOf(value) !== undefined,
      readConversation: (value, _place, line) => readTree(value, options, line),
    })
  },
}

function rootOf(value: JsonObject): JsonObject | undefined {
  const { root } = value
  return isJsonObject(root) && ('text' in root || 'children' in root) ? root : undefined
}

function readTree(file: JsonObject, options: ReadOptions, line: number): ImportedSession {
  const root = rootOf(file) ?? {}
  const builder = new SessionBuilder(FORMAT, options, stringField(root, 'id') ?? '')
  const nodes = loomNodes(root, builder, line)
  const ids = idsOf(nodes, builder)
  const responses = isJsonObject(file['model_responses']) ? file['model_responses'] : {}
  const marks = marksOf(file)
  const shown = new Set<string>()
  const [earliest] = nodes.flatMap(({ value }) => timeOf(value) ?? []).sort()
  for (const node of nodes) {
    const { value, parent, place } = node
    const responseId = responseIdOf(value)
    const found = responseId !== undefined && Object.hasOwn(responses, responseId) ? responses[responseId] : undefined
    const response = isJsonObject(found) ? found : undefined
    const isFirstUse = responseId !== undefined && !shown.has(responseId)
    if (responseId !== undefined) shown.add(responseId)
    const parentId = parent === null ? null : (ids.get(parent) ?? null)
    const entry = builder.add({
      id: (node.hasId ? builder.idOf(node.key) : undefined) ?? builder.derive('node', node.key),
      parentId,
      timestamp: timeOf(value) ?? builder.find(parentId)?.timestamp ?? earliest,
      line: place,
      payload: payloadOf(value, response),
      record: value,
      ...(node.hasId && ids.get(node.key) !== node.key ? { recordId: node.key } : {}),
      beside: {
        ...besideOf(node),
        ...(isFirstUse && response !== undefined ? { response } : {}),
        ...(place === 1 ? { conversation: conversationOf(file, nodes) } : {}),
      },
    })
    const label = labelOf(value, marks)
    if (label !== undefined) {
      builder.add({
        id: builder.derive('label', node.key),
        parentId: entry.id,
        timestamp: entry.timestamp,
        line: place,
        payload: { type: 'label', targetId: entry.id, label },
        record: {},
      })
    }
  }
  return builder.finish({ version: 'tree', createdAt: earliest, leafId: placeOf(file, ids, builder, line) })
}

/** The entries of all nodes by their keys, and of what was folded by the node that is its end. */
function idsOf(nodes: readonly LoomNode[], builder: SessionBuilder): ReadonlyMap<string, EntryId> {
  const ids = new Map<string, EntryId>()
  for (const { key, hasId, folds } of nodes) {
    const id = (hasId ? builder.idOf(key) : undefined) ?? builder.derive('node', key)
    for (const name of [key, ...folds.map((fold) => stringField(fold, 'id'))])
      if (name !== undefined && !ids.has(name)) ids.set(name, id)
  }
  return ids
}

/** The node that was selected; notes one that is not in the file. */
function placeOf(
  file: JsonObject,
  ids: ReadonlyMap<string, EntryId>,
  builder: SessionBuilder,
  line: number,
): EntryId | undefined {
  const asked = stringField(file, 'selected_node_id')
  const entry = asked === undefined ? undefined : builder.find(ids.get(asked))
  if (entry === undefined && asked !== undefined) {
    const what = `The selected node ${asked.slice(0, 80).toWellFormed()} is not in the file`
    builder.note('keptAsIs', `${what}: the newest piece of text is taken.`, line)
  }
  return entry?.id
}

/** What the entry does not show. The links are the tree's own. */
function besideOf({ value, folds }: LoomNode): JsonObject {
  const { id: _id, text: _text, parent_id: _parent, ...rest } = value
  const odd = oddFields(value, { id: ['id'], text: ['text'], parent_id: ['id'] })
  return { ...rest, ...odd, ...(folds.length === 0 ? {} : { folds: [...folds] }) }
}

/** All that is said about the tree: settings, chapters, memories, and answers of models that no node is from. */
function conversationOf(file: JsonObject, nodes: readonly LoomNode[]): JsonObject {
  const { root: _root, model_responses: responses, ...rest } = file
  const used = new Set(nodes.map(({ value }) => responseIdOf(value)))
  const unused = Object.entries(isJsonObject(responses) ? responses : {}).filter(([id]) => !used.has(id))
  return unused.length === 0 ? rest : { ...rest, model_responses: Object.fromEntries(unused) }
}
