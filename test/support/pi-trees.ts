// Random sessions for comparing with the real Pi: steps that its SessionManager takes, and entries as files hold them.
import { checkEntry, ENTRY_TYPES, UNKNOWN_RECORD, type Entry } from '@coppice/shared'
import fc from 'fast-check'
import type { PiEntry, PiSessionManager } from './pi.ts'

const word = fc.constantFrom('one', 'two', 'three', '')
const callId = fc.constantFrom('t1', 't2', 't3')
const content = fc.oneof(
  word,
  word.map((text) => [{ type: 'text', text }]),
  fc.constantFrom(null, [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]),
)
const reply = { api: 'x', usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: {} } }

const assistant = fc
  .record({
    text: word,
    calls: fc.uniqueArray(callId, { maxLength: 2 }),
    model: fc.constantFrom('m1', 'm2'),
    failed: fc.constantFrom(null, null, null, 'error', 'aborted'),
  })
  .map(({ text, calls, model, failed }) => ({
    ...reply,
    role: 'assistant',
    provider: 'p1',
    model,
    content: [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map((id) => ({ type: 'toolCall', id, name: 'run', arguments: { id } })),
    ],
    stopReason: failed ?? (calls.length > 0 ? 'toolUse' : 'stop'),
  }))

const message = fc.oneof(
  { weight: 4, arbitrary: content.map((text) => ({ role: 'user', content: text })) },
  { weight: 5, arbitrary: assistant },
  {
    weight: 4,
    arbitrary: fc.record({ toolCallId: callId, text: content, isError: fc.boolean() }).map(({ text, ...result }) => ({
      ...result,
      role: 'toolResult',
      toolName: 'run',
      content: typeof text === 'string' ? [{ type: 'text', text }] : text,
    })),
  },
  {
    weight: 1,
    arbitrary: content.map((text) => ({ role: 'system', content: typeof text === 'string' ? text : null })),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map((excludeFromContext) => ({
      role: 'bashExecution',
      command: 'ls',
      output: 'a',
      exitCode: 0,
      cancelled: false,
      truncated: false,
      excludeFromContext,
    })),
  },
  { weight: 1, arbitrary: fc.constant({ role: 'note', content: 'n' }) },
)

const place = fc.nat()
const replacement = fc.oneof(
  fc.constant(null),
  word.map((text) => ({ content: text })),
  word.map((text) => ({ content: [{ type: 'text', text }] })),
)

/** One act on a SessionManager; `place` picks an entry that is there. */
export const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ act: fc.constant('message' as const), message }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('thinking' as const), level: fc.constantFrom('low', 'high') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('model' as const), modelId: fc.constantFrom('m1', 'm3') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('usage' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('compact' as const), back: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('custom' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('customMessage' as const), content, display: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('name' as const), name: word }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('label' as const), place, label: word }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('edit' as const), place, replacement }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('branch' as const), place }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('summary' as const), place, summary: word }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reset' as const) }) },
)
export type PiStep = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Takes the steps; one that Pi refuses (an edit of something that has no content) is left out. */
export function growSession(manager: PiSessionManager, steps: readonly PiStep[]): void {
  for (const next of steps) {
    const entries = manager.getEntries()
    const pick = (n: number): PiEntry | undefined => entries[n % Math.max(1, entries.length)]
    switch (next.act) {
      case 'message':
        manager.appendMessage(next.message)
        break
      case 'thinking':
        manager.appendThinkingLevelChange(next.level)
        break
      case 'model':
        manager.appendModelChange('p1', next.modelId)
        break
      case 'usage':
        manager.appendUsage('cache_warm', 'p1', 'm1', {})
        break
      case 'compact':
        manager.appendCompaction('S', manager.getBranch().at(-1 - next.back)?.id, 100)
        break
      case 'custom':
        manager.appendCustomEntry('ext', { n: 1 })
        break
      case 'customMessage':
        manager.appendCustomMessageEntry('ext', next.content, next.display)
        break
      case 'name':
        manager.appendSessionInfo(next.name)
        break
      case 'reset':
        manager.resetLeaf()
        break
      case 'branch':
      case 'label':
      case 'edit':
      case 'summary':
        actOn(manager, pick(next.place)?.id, next)
        break
      default:
        next satisfies never
    }
  }
}

type StepOnEntry = Extract<PiStep, { act: 'branch' | 'label' | 'edit' | 'summary' }>

function actOn(manager: PiSessionManager, id: string | undefined, next: StepOnEntry): void {
  if (id === undefined) return
  if (next.act === 'branch') manager.branch(id)
  else if (next.act === 'label') manager.appendLabelChange(id, next.label)
  else if (next.act === 'summary') manager.branchWithSummary(id, next.summary)
  else {
    const target = manager.getBranch().find((entry) => entry.id === id)
    const role = target?.type === 'message' ? roleOf(target) : target?.type
    if (['user', 'assistant', 'toolResult', 'custom_message'].includes(role ?? ''))
      manager.appendContextEdit(id, next.replacement)
  }
}

function roleOf(entry: PiEntry): string | undefined {
  const { message: stored } = entry
  return typeof stored === 'object' && stored !== null && 'role' in stored ? String(stored.role) : undefined
}

const anyId = fc.nat({ max: 12 }).map((n) => `e${n}`)
const payload = fc.oneof(
  { weight: 12, arbitrary: message.map((stored) => ({ type: 'message', message: stored })) },
  { weight: 1, arbitrary: fc.constant({ type: 'thinking_level_change', thinkingLevel: 'high' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'model_change', provider: 'p2', modelId: 'm2' }) },
  {
    weight: 2,
    arbitrary: fc
      .record({ firstKeptEntryId: anyId, systemMessage: fc.constantFrom(undefined, { role: 'system', content: 'K' }) })
      .map((fields) => ({ type: 'compaction', summary: 'S', tokensBefore: 5, ...fields })),
  },
  { weight: 1, arbitrary: word.map((summary) => ({ type: 'branch_summary', fromId: 'root', summary })) },
  { weight: 1, arbitrary: fc.constantFrom({ type: 'custom', customType: 'ext' }, { type: 'future', foo: 1 }) },
  { weight: 1, arbitrary: content.map((text) => ({ type: 'custom_message', customType: 'x', content: text })) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('label'), targetId: anyId, label: word }) },
  { weight: 1, arbitrary: word.map((name) => ({ type: 'session_info', name })) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('context_edit'), targetId: anyId, replacement }) },
)
const parent = fc.oneof(
  { weight: 12, arbitrary: fc.constant(1) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom('missing' as const, null) },
)

/** Entries as a file holds them: each below an earlier one, below none, or below one that is not there. */
export const wildEntries: fc.Arbitrary<PiEntry[]> = fc
  .array(fc.tuple(payload, parent), { minLength: 8, maxLength: 40 })
  .map((recipes) =>
    recipes.map(([fields, back], n) => ({
      ...fields,
      id: `e${n}`,
      parentId: back === null || n === 0 ? null : back === 'missing' ? 'gone' : `e${Math.max(0, n - back)}`,
      timestamp: new Date(Date.UTC(2026, 0, 1) + n).toISOString(),
    })),
  )

/** As an importer reads them: unknown types become facts, each knows its line. */
export function readPiEntries(entries: readonly PiEntry[]): Entry[] {
  return entries.map((entry, n) => {
    const isKnown = ENTRY_TYPES.some((type) => type === entry.type)
    const typed = isKnown ? entry : { ...entry, type: 'custom', customType: UNKNOWN_RECORD }
    const checked = checkEntry({ ...typed, author: 'pi', source: { format: 'pi', line: n + 2 } })
    if (!checked.ok) throw new Error(`${JSON.stringify(entry)} is no entry: ${checked.problem}`)
    return checked.entry
  })
}
