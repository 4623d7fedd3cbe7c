// The nodes of a Claude Code file → entries.
import type { EntryId } from '../../entry/ids.ts'
import type { SessionBuilder } from '../build/session-builder.ts'
import { isoTime } from '../build/times.ts'
import { isJsonObject, stringField } from '../json/json.ts'
import { besideOf } from './beside.ts'
import { linkNodes, type Anchor } from './links.ts'
import { payloadsOf } from './payloads.ts'
import { contentOf, lineOf, type ClaudeFile, type ClaudeNode } from './records.ts'
import { subagentName } from './subagents.ts'

const MOVED =
  'A prompt is linked to what a tool reported in the middle of an answer: it goes on from the end of that answer instead.'

export interface AddedNodes {
  /** What hangs below a node hangs below the last of its entries. */
  readonly ids: ReadonlyMap<ClaudeNode, EntryId[]>
  /** Entries that are part of a subagent's talk, not of the file's own. */
  readonly ofSubagents: ReadonlySet<EntryId>
}

/** Adds the entries of all nodes. */
export function addNodes(file: ClaudeFile, builder: SessionBuilder): AddedNodes {
  const { parents, moved, strands } = linkNodes(file)
  for (const node of moved) builder.report.noteGroup('repaired', MOVED, lineOf(node))
  const toolNames = toolNamesOf(file.nodes)
  const payloads = new Map(file.nodes.map((node) => [node, payloadsOf(node, toolNames, tokensBefore(node, file))]))
  const ids = new Map(file.nodes.map((node) => [node, idsOf(node, payloads.get(node)?.length ?? 0, builder)]))
  const parentIdOf = (anchor: Anchor): EntryId | null =>
    anchor === null || typeof anchor === 'string' ? (builder.idOf(anchor) ?? null) : (ids.get(anchor)?.at(-1) ?? null)
  for (const node of file.nodes) {
    const [first] = node.records
    let parentId = parentIdOf(parents.get(node) ?? null)
    if (first === undefined) continue
    for (const [part, payload] of (payloads.get(node) ?? []).entries()) {
      const id = ids.get(node)?.[part]
      if (id === undefined) continue
      const entry = builder.add({
        id,
        parentId,
        timestamp: isoTime(first.value['timestamp']),
        line: first.line,
        payload,
        record: first.value,
        ...(id === node.uuid ? {} : { recordId: node.uuid }),
        ...(part > 0 || node.kind === 'quiet' ? {} : { beside: besideOf(node.records) }),
        ...(part > 0 ? {} : { text: node.records.map(({ text }) => text).join('\n') }),
      })
      parentId = entry.id
    }
    if (strands.get(node) === node) addLabel(node, file, builder)
  }
  const inside = file.nodes.filter((node) => (strands.get(node) ?? null) !== null)
  return { ids, ofSubagents: new Set(inside.flatMap((node) => ids.get(node) ?? [])) }
}

function idsOf(node: ClaudeNode, count: number, builder: SessionBuilder): EntryId[] {
  const own = builder.idOf(node.uuid)
  if (own === undefined) return []
  return Array.from({ length: count }, (_, part) =>
    part === 0 ? own : builder.derive('part', node.uuid, String(part)),
  )
}

/** A branch that a subagent worked on is named so. */
function addLabel(node: ClaudeNode, file: ClaudeFile, builder: SessionBuilder): void {
  const targetId = builder.idOf(node.uuid)
  if (targetId === undefined || node.kind === 'quiet') return
  builder.add({
    id: builder.derive('subagent', node.uuid),
    parentId: targetId,
    timestamp: isoTime(node.records[0]?.value['timestamp']),
    line: lineOf(node),
    payload: { type: 'label', targetId, label: subagentName(node, file) },
    record: {},
  })
}

function toolNamesOf(nodes: readonly ClaudeNode[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { value } of nodes.flatMap(({ kind, records }) => (kind === 'assistant' ? records : []))) {
    for (const block of contentOf(value)) {
      if (!isJsonObject(block) || block['type'] !== 'tool_use') continue
      const id = stringField(block, 'id')
      const name = stringField(block, 'name')
      if (id !== undefined && name !== undefined) names.set(id, name)
    }
  }
  return names
}

/** The boundary above a summary says how large the context was. */
function tokensBefore(node: ClaudeNode, { byUuid }: ClaudeFile): number | undefined {
  if (node.kind !== 'compaction' || node.parentUuid === null) return undefined
  const metadata = byUuid.get(node.parentUuid)?.records[0]?.value['compactMetadata']
  const tokens = isJsonObject(metadata) ? metadata['preTokens'] : undefined
  return typeof tokens === 'number' ? tokens : undefined
}
