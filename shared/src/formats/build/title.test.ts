import { expect, test } from 'vitest'
import { importFile } from '../import-file.ts'
import { conversation, message } from '../claude-ai/sample.ts'
import { IMPORTER } from '../testing/sample-file.ts'

const titles = (conversations: readonly object[], options: { title?: string; fileName?: string } = {}): string[] =>
  [...importFile(JSON.stringify(conversations), { author: IMPORTER, now: 0, ...options })].map(({ title }) => title)

const SILENT = [message('m', 'human', 1, '')]

test('[FM134] nameless sessions of one file are told apart: by their first words, else by their place in the file', () => {
  const several = [
    conversation('a', '', [message('a1', 'human', 1, 'When do I sow beans?')]),
    conversation('b', '', SILENT),
    conversation('c', '', [message('c1', 'human', 1, ''), message('c2', 'assistant', 2, 'Sow them in May.')]),
    conversation('d', 'Named', SILENT),
    conversation('e', '', []),
  ]
  expect(titles(several, { fileName: 'x/talks.json' })).toEqual([
    'When do I sow beans?',
    'talks (2)',
    'Sow them in May.',
    'Named',
    'talks (5)',
  ])
  expect(titles(several, { title: 'Mine' })).toEqual(['Mine', 'Mine (2)', 'Mine (3)', 'Named', 'Mine (5)'])
  expect(titles(several.slice(3))).toEqual(['Named', 'Imported session (2)'])
})

test('[FM134] the one session of a file has its name without a number', () => {
  expect(titles([conversation('a', '', SILENT)], { fileName: 'talk.json' })).toEqual(['talk'])
})
