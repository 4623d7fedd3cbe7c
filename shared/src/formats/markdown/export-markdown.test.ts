import { expect, test } from 'vitest'
import { entryId, participantId } from '../../entry/ids.ts'
import { checkEntry, type Entry } from '../../entry/entry.ts'
import { treeOf } from '../testing/sample-file.ts'
import { exportMarkdown } from './export-markdown.ts'

let count = 0

function entry(id: string, parentId: string | null, rest: object): Entry {
  count += 1
  const timestamp = new Date(Date.UTC(2026, 0, 5, 9, 0, count)).toISOString()
  const check = checkEntry({ id, parentId, timestamp, author: 'ann', ...rest })
  if (!check.ok) throw new Error(check.problem)
  return check.entry
}

function message(id: string, parentId: string | null, message: object, rest: object = {}): Entry {
  return entry(id, parentId, { type: 'message', message, ...rest })
}

const talk = [
  message('u1', null, { role: 'user', content: 'List <files>\n\n`a<b>`' }),
  message(
    'a1',
    'u1',
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Use ls.' },
        { type: 'text', text: 'I will look.' },
        { type: 'toolCall', id: 't1', name: 'bash', arguments: { command: 'ls `pwd`' } },
      ],
    },
    { author: 'agent:demo' },
  ),
  message(
    'r1',
    'a1',
    { role: 'toolResult', toolCallId: 't1', toolName: 'bash', content: [{ type: 'text', text: '```\nx' }] },
    { author: 'agent:demo' },
  ),
  message(
    'a2',
    'r1',
    { role: 'assistant', content: [{ type: 'text', text: 'One file.' }], stopReason: 'aborted' },
    { author: 'agent:demo' },
  ),
  message('u2', 'u1', { role: 'user', content: 'Another branch' }),
  entry('l1', 'u1', { type: 'label', targetId: 'u1', label: 'start' }),
]
const people = new Map([
  [participantId('ann'), { name: 'Ann *the* first', color: 0, kind: 'human' as const }],
  [participantId('agent:demo'), { name: 'Demo model', color: 1, kind: 'agent' as const }],
])
const options = { title: 'Files & more', people }

test('[FM17] a branch is written as turns with authors, with tool calls folded and their results inside', () => {
  expect(exportMarkdown(treeOf(...talk), entryId('a2'), options)).toBe(`# Files &amp; more

With Ann \\*the\\* first, Demo model

### Ann \\*the\\* first

*Label: start*

> List &lt;files>
>
> \`a<b>\`

### Demo model

<details>
<summary>Thinking</summary>

> Use ls.

</details>

I will look.

<details>
<summary><code>bash</code> ls \`pwd\`</summary>

\`\`\`json
{
  "command": "ls \`pwd\`"
}
\`\`\`

\`\`\`\`
\`\`\`
x
\`\`\`\`

</details>

One file.

*Stopped before it was done*
`)
})

test('[FM17] only the branch is written, and the same tree gives the same text', () => {
  const text = exportMarkdown(treeOf(...talk), entryId('u2'), options)
  expect(text).toContain('Another branch')
  expect(text).not.toContain('One file')
  expect(exportMarkdown(treeOf(...talk.toReversed()), entryId('u2'), options)).toBe(text)
})

test('[FM17] other records are shown as what they are, and settings not at all', () => {
  const index = treeOf(
    message('b1', 'gone', { role: 'bashExecution', command: 'ls', output: '' }),
    entry('m1', 'b1', { type: 'model_change', provider: 'p', modelId: 'hidden-model' }),
    entry('c1', 'm1', { type: 'compaction', summary: 'What came before.' }),
    entry('s1', 'c1', { type: 'branch_summary', fromId: 'root', summary: 'What was tried.' }),
    entry('x1', 's1', { type: 'custom_message', customType: 'note', content: 'Shown', display: true }),
    entry('x2', 'x1', { type: 'custom_message', customType: 'note', content: 'Not shown', display: false }),
    message('r1', 'x2', { role: 'toolResult', toolCallId: 'nobody', toolName: 'read', content: [], isError: true }),
    message(
      'a1',
      'r1',
      { role: 'assistant', content: null, stopReason: 'error', errorMessage: '<b>no*', model: 'm-1' },
      { source: { format: 'pi', line: 2 } },
    ),
    message('u1', 'a1', { role: 'user', content: [{ type: 'image', data: 'A'.repeat(4096), mimeType: 'image/png' }] }),
  )
  const text = exportMarkdown(index, entryId('u1'), options)
  expect(text).toContain('What came before is missing: b1 hangs below gone.')
  expect(text).toContain('<code>$</code> ls')
  expect(text).toContain('### Summary of the earlier conversation\n\n> What came before.')
  expect(text).toContain('### Summary of another branch\n\n> What was tried.')
  expect(text).toContain('### note\n\n> Shown')
  expect(text).toContain('<code>read</code> result without its call')
  expect(text).toContain('### m-1\n\n*&lt;b&gt;no\\**')
  expect(text).toContain('> [image: image/png, 3 KiB]')
  expect(text).not.toContain('Not shown')
  expect(text).not.toContain('hidden-model')
  expect(text).toContain('With Ann \\*the\\* first, m-1\n')
})

test('[FM17] no leaf gives a document without turns, an unknown one is an error', () => {
  expect(exportMarkdown(treeOf(...talk), null, options)).toBe(
    '# Files &amp; more\n\n*Nothing was said on this branch.*\n',
  )
  expect(() => exportMarkdown(treeOf(...talk), entryId('zz'), options)).toThrow(/zz is not in this session/)
})

test('[FM130] types of other tools are called in words; hidden words of a chat are read', () => {
  const index = treeOf(
    entry('e1', null, { type: 'custom', customType: 'loom.empty' }),
    entry('h1', 'e1', { type: 'custom', customType: 'sillytavern.hidden', data: { text: 'Between us' } }),
    entry('c1', 'h1', { type: 'custom_message', customType: 'codex.agent-message', content: 'Done' }),
  )
  const text = exportMarkdown(index, entryId('c1'), options)
  expect(text).toContain('### Hidden from the model\n\n> Between us\n\n### Message from an agent\n\n> Done\n')
  expect(text).not.toMatch(/loom|sillytavern|codex/)
})

const COMMAND =
  '<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<local-command-stdout>\u001b[1mdone\u001b[22m</local-command-stdout>'

test('[FM144] a prompt of Claude Code is what was typed and what that put out; the whole of it is folded', () => {
  const said = message('x', null, { role: 'user', content: COMMAND }, { source: { format: 'claude-code', line: 1 } })
  const text = exportMarkdown(treeOf(said), said.id, options)
  expect(text).toContain('> /review\n\n```\ndone\n```\n\n<details>\n<summary>As the model is given it</summary>')
  expect(text.slice(0, text.indexOf('<details>'))).not.toContain('command-message')
  expect(text).toContain('<command-message>review is running…</command-message>')
})

test('[FM131] an answer that is not whole says why, in the words of the web app', () => {
  for (const [end, words] of [
    [{ stopReason: 'length' }, '*Cut off before it was done*'],
    [{ stopReason: 'aborted' }, '*Stopped before it was done*'],
    [{ stopReason: 'aborted', errorMessage: 'Stopped by <Jo>' }, '*Stopped by &lt;Jo&gt;*'],
    [{ stopReason: 'error' }, '*Failed, and the model did not say why*'],
    [{ stopReason: 'stop' }, 'So'],
  ] as const) {
    const said = message('x', null, { role: 'assistant', content: 'So', ...end })
    expect(exportMarkdown(treeOf(said), said.id, options).trimEnd().split('\n').at(-1)).toBe(words)
  }
})
