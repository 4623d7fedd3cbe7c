import { checkEntry, entryId, TreeIndex } from '@coppice/shared'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmptyTranscript } from './EmptyTranscript.tsx'

function shownFor(fields: object): string {
  const check = checkEntry({
    id: 'x',
    parentId: null,
    timestamp: '2026-01-05T09:00:00.000Z',
    author: 'ann',
    ...fields,
  })
  if (!check.ok) throw new Error(check.problem)
  const index = new TreeIndex()
  index.add(check.entry)
  return renderToStaticMarkup(<EmptyTranscript index={index} endId={entryId('x')} />)
}

test('[FM135] a place where nothing is said says what it is', () => {
  const empty = shownFor({ type: 'custom', customType: 'loom.empty' })
  expect(empty).toContain('A piece without words')
  expect(empty).toContain('Nothing is said here, nor on the way here.')
  expect(empty).not.toContain('settings')
  expect(shownFor({ type: 'custom_message', customType: 'claude-code.meta', content: 'x', display: false })).toContain(
    'Written by Claude Code',
  )
  expect(shownFor({ type: 'custom', customType: 'of\u202ean-extension' })).toContain('of⟨U+202E⟩an-extension')
})
