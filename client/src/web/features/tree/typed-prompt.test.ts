import { entryId, participantId, TreeIndex, type Entry, typedPromptOf } from '@coppice/shared'
import { expect, test } from 'vitest'
import { branchWords } from './branch-words.ts'
import { lineFor } from './entry-words.ts'

function prompt(content: string, format = 'claude-code'): Entry {
  return {
    id: entryId('e'),
    parentId: null,
    timestamp: '2026-11-30T13:00:00.000Z',
    author: participantId('anna'),
    source: { format, line: 1 },
    type: 'message',
    message: { role: 'user', content },
  }
}

const typedIn = (text: string) => typedPromptOf(prompt(text), text)

const COMMAND =
  '<command-message>plan is running…</command-message>\n<command-name>/plan</command-name>\n<command-args>the roof</command-args>'

test('[UI118] a command of Claude Code is shown as it was typed, in the tree and above the transcript', () => {
  expect(typedIn(COMMAND)).toEqual({ typed: '/plan the roof', output: '', aside: 'plan is running…' })
  expect(
    typedIn(
      '<command-name>/mcp</command-name>\n   <command-message>mcp</command-message>\n  <command-args></command-args>',
    ),
  ).toMatchObject({ typed: '/mcp' })
  expect(typedIn('<bash-input>git status</bash-input>')).toMatchObject({ typed: '! git status' })
  expect(lineFor(prompt(COMMAND))).toBe('/plan the roof')
  const index = new TreeIndex()
  index.add(prompt(COMMAND))
  expect(branchWords(index, entryId('e'))).toBe('/plan the roof')
})

test('[UI118] what the tool put before a prompt is not its words, and what a command put out is', () => {
  const opened = '<ide_opened_file>The user opened a.ts</ide_opened_file>\nFix the test'
  expect(typedIn(opened)).toEqual({ typed: 'Fix the test', output: '', aside: 'The user opened a.ts' })
  expect(lineFor(prompt(opened))).toBe('Fix the test')
  expect(lineFor(prompt('<bash-stdout>a.ts\nb.ts</bash-stdout><bash-stderr></bash-stderr>'))).toBe('a.ts b.ts')
  expect(lineFor(prompt('<system-reminder>Todo list is empty</system-reminder>'))).toBe('Todo list is empty')
})

test('[UI118] tags that are the person’s own words stay, and so do those of other tools', () => {
  for (const text of ['<div>a</div> is wrong', 'See <command-name>', '<bash-input>never closed', 'plain']) {
    expect(typedIn(text)).toBeUndefined()
    expect(lineFor(prompt(text))).toBe(text)
  }
  expect(typedPromptOf(prompt(COMMAND, 'chatgpt'), COMMAND)).toBeUndefined()
})

test('[UI118] many tags take no longer than their length', () => {
  const many = '<system-reminder>x</system-reminder>'.repeat(3_000)
  expect(typedIn(`${many}end`)?.typed).toBe('end')
})
