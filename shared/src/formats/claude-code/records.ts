// Lines of a Claude Code file → tree nodes, and records beside the tree. One API message that was written as several
// records becomes one node.
import type { SessionBuilder } from '../build/session-builder.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import type { JsonRecord, RecordStyle } from '../json/records.ts'
import { toStorable } from '../json/storable.ts'

/**
 * `prompt`: a person wrote it; `meta`: the tool wrote it for the model; `results`: answers of tools, perhaps with words
 * of a person behind them; `compaction`: a summary in place of what came before; `quiet`: no part of the talk.
 */
export type NodeKind = 'prompt' | 'meta' | 'results' | 'assistant' | 'compaction' | 'quiet'

export interface ClaudeNode {
  readonly uuid: string
  readonly kind: NodeKind
  readonly isSidechain: boolean
  /** In file order; more than one only for an assistant. */
  readonly records: JsonRecord[]
  /** Uuid of the record it hangs below, as the file has it. */
  readonly parentUuid: string | null
  /** Of a boundary, which is a root: what it goes on from. */
  readonly logicalParentUuid: string | null
}

export interface ClaudeFile {
  readonly nodes: readonly ClaudeNode[]
  /** By the uuid of each of a node's records. */
  readonly byUuid: ReadonlyMap<string, ClaudeNode>
  /** Records without a uuid: no part of the tree. */
  readonly outside: readonly JsonRecord[]
}

export const CLAUDE_RECORD_STYLE: RecordStyle = {
  starts: ['{"parentUuid":', '{"type":', '{"uuid":'],
  isWhole: (value) => typeof value['type'] === 'string' && ('sessionId' in value || 'uuid' in value),
}

/** JSON.stringify recurses: deeper levels don't tell records apart. */
const MAX_COMPARED_DEPTH = 512

export function sortRecords(records: Iterable<JsonRecord>, builder: SessionBuilder): ClaudeFile {
  const nodes: ClaudeNode[] = []
  const outside: JsonRecord[] = []
  const byUuid = new Map<string, ClaudeNode>()
  const firstOf = new Map<string, JsonRecord>()
  const messages = new Map<string, ClaudeNode>()
  for (const record of records) {
    const uuid = stringField(record.value, 'uuid')
    if (uuid === undefined || uuid === '') {
      outside.push(record)
      continue
    }
    const first = firstOf.get(uuid)
    if (first !== undefined) {
      if (isSameRecord(first, record)) {
        builder.note('leftOut', `${uuid} of line ${first.line} is repeated here: it is kept once.`, record.line)
      } else nodes.push(nodeOf(uuid, record))
      continue
    }
    firstOf.set(uuid, record)
    const key = messageKey(record.value)
    const started = key === undefined ? undefined : messages.get(key)
    if (started !== undefined) {
      started.records.push(record)
      byUuid.set(uuid, started)
      continue
    }
    const node = nodeOf(uuid, record)
    nodes.push(node)
    byUuid.set(uuid, node)
    if (key !== undefined) messages.set(key, node)
  }
  return { nodes: nodes.map((node) => withOuterParent(node, byUuid)), byUuid, outside }
}

function nodeOf(uuid: string, record: JsonRecord): ClaudeNode {
  const { value } = record
  return {
    uuid,
    kind: kindOf(value),
    isSidechain: value['isSidechain'] === true,
    records: [record],
    parentUuid: stringField(value, 'parentUuid') ?? null,
    logicalParentUuid: stringField(value, 'logicalParentUuid') ?? null,
  }
}

function kindOf(value: JsonObject): NodeKind {
  if (value['type'] === 'assistant') return 'assistant'
  if (value['type'] !== 'user') return 'quiet'
  if (value['isCompactSummary'] === true) return 'compaction'
  if (contentOf(value).some((block) => isJsonObject(block) && block['type'] === 'tool_result')) return 'results'
  return value['isMeta'] === true ? 'meta' : 'prompt'
}

export function lineOf(node: ClaudeNode): number {
  return node.records[0]?.line ?? 0
}

/** The blocks of a record's message; a text counts as one. */
export function contentOf(value: JsonObject): readonly unknown[] {
  const message = value['message']
  const content: unknown = isJsonObject(message) ? message['content'] : message
  if (Array.isArray(content)) return content
  return typeof content === 'string' ? [content] : []
}

/** What the records of one API message share; undefined for all others. A copy under another session is another message. */
function messageKey(value: JsonObject): string | undefined {
  const message = value['message']
  if (value['type'] !== 'assistant' || !isJsonObject(message)) return undefined
  const id = stringField(message, 'id')
  if (id === undefined || id === '') return undefined
  const where = ['sessionId', 'agentId'].map((key) => stringField(value, key) ?? '')
  return JSON.stringify([id, ...where, value['isSidechain'] === true])
}

/** Where the lines were swapped, the first record of a message may hang below another one of it. */
function withOuterParent(node: ClaudeNode, byUuid: ReadonlyMap<string, ClaudeNode>): ClaudeNode {
  if (node.records.length === 1) return node
  const isOwn = (uuid: string | null): boolean => uuid !== null && byUuid.get(uuid)?.uuid === node.uuid
  if (!isOwn(node.parentUuid)) return node
  const outer = node.records.map(({ value }) => stringField(value, 'parentUuid') ?? null).find((uuid) => !isOwn(uuid))
  return { ...node, parentUuid: outer ?? null }
}

/** A resumed session may repeat its history under its own id. */
function isSameRecord(a: JsonRecord, b: JsonRecord): boolean {
  return a.text === b.text || comparable(a.value) === comparable(b.value)
}

function comparable(value: JsonObject): string {
  const { timestamp: _timestamp, sessionId: _sessionId, ...rest } = value
  return JSON.stringify(toStorable(rest, MAX_COMPARED_DEPTH))
}
