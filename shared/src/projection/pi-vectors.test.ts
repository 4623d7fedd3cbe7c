// Runs the measured cases of Pi (pi-vectors.json): `ours` names the build whose result is right for us.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { UNKNOWN_RECORD } from '../entry/custom.ts'
import { checkEntry, ENTRY_TYPES, type Entry } from '../entry/entry.ts'
import { entryId, type EntryId } from '../entry/ids.ts'
import { TreeIndex } from '../tree/tree-index.ts'
import { projectContext } from './context.ts'
import { selectPath } from './path.ts'
import vectorsJson from './pi-vectors.json' with { type: 'json' }
import { describeMessage, describeSent } from './pi-notation.ts'
import { selectedMessages } from './steps.ts'
import { toModelMessages } from './to-model.ts'

const resultSchema = z.object({
  messages: z.array(z.string()).optional(),
  provider: z.array(z.string()).optional(),
  llm: z.array(z.string()).optional(),
  model: z.string().nullable().optional(),
  thinking: z.string().optional(),
  tools: z.array(z.string()).nullable().optional(),
  leaf: z.string().nullable().optional(),
  error: z.string().optional(),
})
const vectorSchema = z.object({
  name: z.string(),
  entries: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  leaf: z.string().nullable(),
  results: z.record(z.string(), resultSchema),
  ours: z.object({ messagesAs: z.string(), settingsAs: z.string(), note: z.string().optional() }),
})
const vectors = z.array(vectorSchema).parse(vectorsJson)

/** Provider stages that are ours on purpose, with the reason. */
const OWN_PROVIDER_STAGE: Readonly<Record<string, readonly string[]>> = {
  // Every build sends the orphan result and the provider answers 400.
  '27': ['user', 'assistant'],
}

/** As an importer does it: unknown types become facts, the later of two lines with one id takes the earlier's place. */
function indexOf(raw: (typeof vectors)[number]['entries']): TreeIndex {
  const entries = new Map<string, Entry>()
  for (const [line, record] of raw.entries()) {
    const isKnown = ENTRY_TYPES.some((type) => type === record.type)
    const typed = isKnown ? record : { ...record, type: 'custom', customType: UNKNOWN_RECORD }
    const checked = checkEntry({ ...typed, author: 'pi', source: { format: 'pi', line: line + 2 } })
    if (!checked.ok) throw new Error(`vector entry ${record.id}: ${checked.problem}`)
    entries.set(record.id, checked.entry)
  }
  const index = new TreeIndex()
  for (const entry of entries.values()) index.add(entry)
  return index
}

function leafOf(index: TreeIndex, leaf: string | null): EntryId | null {
  if (leaf === '(omitted)') return index.newestTip()
  return leaf === null ? null : entryId(leaf)
}

describe('Pi vectors', () => {
  test('there are 51', () => expect(vectors).toHaveLength(51))

  for (const vector of vectors) {
    const messagesAs = vector.results[vector.ours.messagesAs]
    const settingsAs = vector.results[vector.ours.settingsAs]
    if (messagesAs === undefined || settingsAs === undefined) throw new Error(`${vector.name} names an unknown build`)

    if (messagesAs.error !== undefined) {
      test(`[CX11] ${vector.name}`, () => {
        const index = indexOf(vector.entries)
        expect(() => projectContext(index, leafOf(index, vector.leaf))).toThrow(
          expect.objectContaining({ code: 'not_found' }),
        )
      })
      continue
    }

    test(`[CX8] ${vector.name}`, () => {
      const index = indexOf(vector.entries)
      const leaf = leafOf(index, vector.leaf)
      const context = projectContext(index, leaf)
      expect(selectedMessages(selectPath(index.pathTo(leaf))).map(describeMessage)).toEqual(messagesAs.messages)
      const model = context.model === null ? null : `${context.model.provider}/${context.model.modelId}`
      expect(model).toBe(settingsAs.model)
      expect(context.thinkingLevel).toBe(settingsAs.thinking)
      const tools = settingsAs.tools ?? vector.results['harness 0.80.10']?.tools ?? null
      expect(context.activeToolNames).toEqual(tools)
      if (vector.leaf === '(omitted)' && messagesAs.leaf !== undefined) expect(leaf).toBe(messagesAs.leaf)
    })

    const [number = ''] = vector.name.split(' ')
    // The harness was not measured that far; none of its cases has tools, so the stage before is the same.
    const provider = OWN_PROVIDER_STAGE[number] ?? messagesAs.provider ?? messagesAs.llm ?? []
    test(`[CX9] ${vector.name}: what the provider is given`, () => {
      const index = indexOf(vector.entries)
      const context = projectContext(index, leafOf(index, vector.leaf))
      expect(toModelMessages(context).map(describeSent)).toEqual(provider)
      expect(context.items).toHaveLength(provider.length)
    })
  }

  test('[CX12] the notes of the vectors: a cut path and an orphan result are said so', () => {
    const cut = vectors.find(({ name }) => name.startsWith('31'))
    const orphan = vectors.find(({ name }) => name.startsWith('27'))
    const cutIndex = indexOf(cut?.entries ?? [])
    expect(projectContext(cutIndex, entryId('d')).cut).toEqual({ reason: 'missing_parent', entryId: 'c' })
    const orphanContext = projectContext(indexOf(orphan?.entries ?? []), entryId('k'))
    expect(orphanContext.leftOut.map(({ entryId, reason }) => [entryId, reason])).toContainEqual(['c', 'orphan_result'])
  })
})
