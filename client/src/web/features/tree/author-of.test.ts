import { participantId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { authorOf, importedAuthorOf } from './author-of.ts'
import { FakeTree, ME, PEOPLE } from './fake/fake-tree.ts'

test('[UI9] an answer in an imported file is the model’s, not of whoever brought the file in', () => {
  const tree = new FakeTree(1)
  const prompt = tree.prompt(null, ME, 'Plan')
  const answer = tree.answer(prompt.id, 'A')
  expect(authorOf(prompt, PEOPLE).name).toBe('Anna Moreau')
  expect(authorOf(answer, PEOPLE).name).toBe('Sonnet')
  const humans = new Map([...PEOPLE].filter(([, { kind }]) => kind === 'human'))
  expect(authorOf({ ...answer, author: ME }, humans)).toMatchObject({ name: 'sonnet', kind: 'agent' })
  expect(authorOf({ ...answer, author: participantId('agent:other') }, PEOPLE).name).toBe('other')
})

test('[FM62] who wrote it on another server is named and marked, and is nobody of this session', () => {
  const prompt = new FakeTree(1).prompt(null, ME, 'Plan')
  const from = (author: object) => ({ ...prompt, source: { format: 'coppice', line: 1, author } })
  expect(authorOf(from({ id: 'x', name: 'Mia\u202e', kind: 'human' }), PEOPLE).name).toBe('Mia⟨U+202E⟩ (imported)')
  // Not even under the id of somebody who is here.
  expect(authorOf(from({ id: ME }), PEOPLE)).toMatchObject({ name: `${ME} (imported)` })
  expect(authorOf(from({ id: 'x'.repeat(999) }), PEOPLE).name).toContain('(imported)')
})

test('[UI120] what a main agent gave a subagent to do is not what a person said', () => {
  const prompt = new FakeTree(1).prompt(null, ME, 'Look for bugs')
  const from = (isSidechain: boolean) => ({
    ...prompt,
    source: { format: 'claude-code', line: 1, fields: { isSidechain } },
  })
  expect(authorOf(from(true), PEOPLE)).toMatchObject({ name: 'Main agent', kind: 'agent' })
  expect(authorOf(from(false), PEOPLE).name).toBe('Anna Moreau')
  expect(importedAuthorOf(from(true))?.name).toBe('Main agent')
})
