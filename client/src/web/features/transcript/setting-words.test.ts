import { checkEntry, entryId, participantId, type Entry } from '@coppice/shared'
import { expect, test } from 'vitest'
import { settingWords } from './setting-words.ts'

function setting(payload: object): Entry {
  const check = checkEntry({
    id: entryId('x'),
    parentId: null,
    timestamp: '2026-01-05T09:00:00.000Z',
    author: participantId('anna'),
    ...payload,
  })
  if (!check.ok) throw new Error(check.problem)
  return check.entry
}
const model = (modelId: string) => setting({ type: 'model_change', provider: 'p', modelId })
const thinking = (thinkingLevel: string) => setting({ type: 'thinking_level_change', thinkingLevel })

test('[UI151] settings that follow each other name each setting once', () => {
  expect(settingWords([model('a'), model('b'), model('c\u202E'), thinking('low'), thinking('high')])).toBe(
    'Model: a → b → c⟨U+202E⟩ · Thinking: low → high',
  )
  expect(settingWords([model('a'), thinking('high'), model('b')])).toBe('Model: a · Thinking: high · Model: b')
  expect(settingWords([setting({ type: 'context_edit', targetId: 'y', replacement: null })])).toBe(
    'An entry left out of the context',
  )
})
