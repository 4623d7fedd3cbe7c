import { expect, test } from 'vitest'
import { fileNameHeader } from './file-name.ts'

test.each([
  ['Plan A', `attachment; filename="Plan A.md"; filename*=UTF-8''Plan%20A.md`],
  ['Größe (1)', `attachment; filename="Gro_e (1).md"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.md`],
  ['../../etc/passwd', `attachment; filename="etc passwd.md"; filename*=UTF-8''etc%20passwd.md`],
  ['a"\r\nSet-Cookie: x', `attachment; filename="a Set-Cookie x.md"; filename*=UTF-8''a%20Set-Cookie%20x.md`],
  ['…', `attachment; filename="....md"; filename*=UTF-8''%E2%80%A6.md`],
  [' . ', `attachment; filename="session.md"; filename*=UTF-8''session.md`],
])(
  '[HT9] a file is named after the session’s title, with nothing in it that a header or a disk would trip over: %j',
  (title, header) => {
    expect(fileNameHeader(title, 'md')).toBe(header)
  },
)

test('[HT9] long titles are cut, never inside a character', () => {
  const header = fileNameHeader(`${'x'.repeat(79)}🌳🌳`, 'md')
  expect(header).toContain(`filename="${'x'.repeat(79)}.md"`)
  expect(fileNameHeader('🌳'.repeat(100), 'md')).toContain(`UTF-8''${encodeURIComponent('🌳'.repeat(40))}.md`)
})
