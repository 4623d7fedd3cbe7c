import { expect, test } from 'vitest'
import { importText } from '../testing/sample-file.ts'

const reply = (fields: string): string =>
  `[{"mapping":{"a":{"id":"a","parent":null,"children":[],"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["Hi"]}${fields}}}},"title":"T","current_node":"a"}]`

test.each([
  ['a name that objects have', ',"metadata":{"__proto__":{"kept":"words"}}', '"__proto__":{"kept":"words"}'],
  ['half a pair', String.raw`,"metadata":{"x":"\ud83d"}`, String.raw`"x":"\ud83d"`],
  ['a number beyond doubles', ',"metadata":{"n":[1e999,-1e999]}', '"n":[1e999,-1e999]'],
])(
  '[FM150] of a file that is one document a record with %s is kept exactly as text, and said',
  (_what, fields, kept) => {
    const { entries, report } = importText(reply(fields))
    expect(entries[0]).toMatchObject({ message: { role: 'user', content: 'Hi' } })
    expect(entries[0]?.source?.['raw']).toContain(kept)
    expect(report.keptAsIs.map(({ message }) => message)).toEqual([expect.stringContaining('exactly as text')])
    expect(importText(reply('')).entries[0]?.source).not.toHaveProperty('raw')
  },
)

test('[FM150] what a document says about a conversation and cannot be stored is said', () => {
  const text = reply('').replace('"title"', '"moderation":{"__proto__":"gone"},"title"')
  expect(importText(text).report.leftOut.map(({ message }) => message)).toEqual([
    expect.stringContaining('about a conversation'),
  ])
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  expect(importText(reply(`,"metadata":${deep}`)).report.leftOut).toHaveLength(1)
})
