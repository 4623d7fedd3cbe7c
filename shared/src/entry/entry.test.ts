import { describe, expect, test } from 'vitest'
import { checkEntry, ENTRY_TYPES, entrySchema } from './entry.ts'

const base = { id: 'a', parentId: null, timestamp: '2026-01-01T00:00:00.000Z', author: 'p' }

/** The smallest valid payload of each type. */
const SMALLEST: Readonly<Record<string, object>> = {
  message: { message: { role: 'user', content: 'x' } },
  thinking_level_change: { thinkingLevel: 'high' },
  model_change: { provider: 'p', modelId: 'm' },
  active_tools_change: { activeToolNames: [] },
  compaction: { summary: '' },
  branch_summary: { fromId: 'root', summary: '' },
  custom: { customType: 'x' },
  custom_message: { customType: 'x', content: 'x' },
  label: { targetId: 'a' },
  session_info: {},
  leaf: { targetId: null },
  usage: { kind: 'x', usage: {} },
  context_edit: { targetId: 'a', replacement: null },
}

describe('the thirteen types', () => {
  test('[EN2] there are thirteen, each with a smallest valid form', () => {
    expect(ENTRY_TYPES.toSorted()).toEqual(Object.keys(SMALLEST).toSorted())
    expect(ENTRY_TYPES).toHaveLength(13)
  })

  test.each(Object.entries(SMALLEST))(
    '[EN3] a valid %s is given back as the very object, unknown fields and all',
    (type, payload) => {
      const entry = { later: { field: 1 }, ...payload, type, ...base }
      expect(checkEntry(entry)).toEqual({ ok: true, entry })
      const checked = checkEntry(entry)
      expect(checked.ok && checked.entry).toBe(entry)
    },
  )

  test.each(Object.keys(base))('[EN4] an entry without %s is none, and the field is named', (field) => {
    for (const [type, payload] of Object.entries(SMALLEST)) {
      const { [field]: _gone, ...rest } = { ...payload, type, ...base } as Record<string, unknown>
      const checked = checkEntry(rest)
      expect(checked.ok, type).toBe(false)
      expect(!checked.ok && checked.problem).toMatch(new RegExp(`^${field}: `))
    }
  })
})

describe('what is wrong is named', () => {
  test.each<[string, object, RegExp]>([
    ['a content of the wrong kind', { type: 'message', message: { role: 'user', content: 7 } }, /^message\.content: /],
    [
      'a block of an unknown kind',
      { type: 'message', message: { role: 'user', content: [{ type: 'poem' }] } },
      /^message\.content\.0\.type: /,
    ],
    [
      'a call without a name',
      { type: 'message', message: { role: 'assistant', content: [{ type: 'toolCall', id: '1', arguments: {} }] } },
      /^message\.content\.0\.name: /,
    ],
    ['a type of nobody', { type: 'poem' }, /^type: /],
    ['a target that is no id', { type: 'label', targetId: 7 }, /^targetId: /],
  ])('[EN4] %s', (_what, payload, problem) => {
    const checked = checkEntry({ ...base, ...payload })
    expect(!checked.ok && checked.problem).toMatch(problem)
  })

  test.each([undefined, null, 7, 'text', [], {}])('[EN4] %j is no entry', (value) => {
    expect(checkEntry(value).ok).toBe(false)
  })
})

test('[EN8] the format of entries changes only on purpose: raise the version in PROTOCOL.md and pin the new shape', async () => {
  const { createHash } = await import('node:crypto')
  const { z } = await import('zod')
  const shape = JSON.stringify(z.toJSONSchema(entrySchema, { unrepresentable: 'any', io: 'input' }))
  expect(createHash('sha256').update(shape).digest('hex').slice(0, 16)).toBe('9d11e2fcb0060532')
})
