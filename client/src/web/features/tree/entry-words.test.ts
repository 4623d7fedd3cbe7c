import { entryId, participantId, type Entry, type Message } from '@coppice/shared'
import { expect, test } from 'vitest'
import { lineFor, plainLine } from './entry-words.ts'

function message(message: Message): Entry {
  const author = participantId('anna')
  return { id: entryId('e'), parentId: null, timestamp: '2026-11-30T13:00:00.000Z', author, type: 'message', message }
}

test('[UI9] a row says the first words, without marks of Markdown', () => {
  expect(lineFor(message({ role: 'user', content: '## Write **in batches**\n\n`now`' }))).toBe('Write in batches now')
  expect(plainLine('- one\n- two')).toBe('one two')
})

test('[UI9] an entry without words says what it is', () => {
  expect(
    lineFor(message({ role: 'assistant', content: [{ type: 'toolCall', id: 'c', name: 'read', arguments: {} }] })),
  ).toBe('read')
  expect(lineFor(message({ role: 'assistant', content: [], errorMessage: 'Stopped by Jo' }))).toBe('Stopped by Jo')
  expect(lineFor(message({ role: 'user', content: null }))).toBe('Empty prompt')
  expect(lineFor(message({ role: 'bashExecution', command: 'ls', output: '' }))).toBe('$ ls')
  expect(lineFor(message({ role: 'from-another-tool' }))).toBe('from-another-tool')
})

test('[UI8] a row cannot be turned around by what someone wrote', () => {
  expect(lineFor(message({ role: 'user', content: 'a\u202Eb' }))).toBe('a⟨U+202E⟩b')
})

test('[UI119] a row shows no codes that a program sent to a terminal', () => {
  expect(plainLine('\u001b[?25l\u001b[2K\u001b[36m?\u001b[39m Which one')).toBe('? Which one')
})

test('[UI153] a record that was kept whole is called by the type it has', () => {
  const author = participantId('anna')
  const kept = {
    id: entryId('e'),
    parentId: null,
    timestamp: '2026-11-30T13:00:00.000Z',
    author,
    type: 'custom' as const,
    customType: 'coppice.unknown-record',
    data: { type: 'pro\u202Egress' },
  }
  expect(lineFor(kept)).toBe('Record of the type pro⟨U+202E⟩gress')
})
