import { expect, test } from 'vitest'
import { participantId } from '../entry/ids.ts'
import { SessionError } from '../errors.ts'
import type { ImportedSession } from './format.ts'
import { detectFormat, importFile, type ImportOptions } from './import-file.ts'
import { headerLine, userLine } from './testing/sample-file.ts'

const options = { author: participantId('importer'), now: 0 }
const file = [headerLine(), userLine('u1', null), userLine('u2', 'u1')].join('\n')

function importAll(text: string | Iterable<string>, how: ImportOptions = options): ImportedSession[] {
  return [...importFile(text, how)]
}

function failureOf(text: string | Iterable<string>, format?: string): Pick<SessionError, 'code' | 'message'> {
  try {
    importAll(text, format === undefined ? options : { ...options, format })
  } catch (error) {
    if (error instanceof SessionError) return error
    throw error
  }
  throw new Error('the file was imported')
}

test('[FM1] the content of a file says what it is', () => {
  expect(detectFormat(file)).toBe('pi')
  expect(detectFormat(`\ufeff\n${file}`)).toBe('pi')
  expect(detectFormat(userLine('u1', null))).toBe('pi')
  expect(detectFormat('{"type":"message","timestamp":"t","message":{"role":"user","content":"x"}}')).toBe('pi')
  expect(detectFormat('{"v":4,"kind":"header","id":"s"}')).toBe('pi-v4')
  expect(detectFormat('<!DOCTYPE html>\n<html>')).toBe('pi-html')
})

test('[FM1] files of other tools are not taken for Pi files', () => {
  const others = [
    '',
    'hello',
    '[{"mapping":{}}]',
    '{"type":"user","uuid":"u","parentUuid":null,"message":{"role":"user","content":"x"}}',
    '{"timestamp":"t","type":"session_meta","payload":{"id":"x"}}',
    '{"type":"message","role":"user","content":[]}',
    '{"sessionId":"x","projectHash":"y","messages":[]}',
  ]
  for (const text of others) expect(detectFormat(text), text).not.toBe('pi')
})

test('[FM1] a file that is no session is refused with the line and what to do', () => {
  expect(failureOf(' \n')).toMatchObject({ code: 'invalid_file', message: expect.stringContaining('empty') })
  expect(failureOf('{"a":1}\n')).toMatchObject({
    code: 'unsupported_format',
    message: expect.stringContaining('line 1'),
  })
  expect(failureOf('PK\u0003\n\u0004\0\0')).toMatchObject({
    code: 'invalid_file',
    message: expect.stringContaining('line 2'),
  })
  expect(failureOf(file, 'word')).toMatchObject({
    code: 'unsupported_format',
    message: expect.stringContaining('pi-html'),
  })
  expect(failureOf('{"a":1}\nnonsense', 'pi')).toMatchObject({
    code: 'invalid_file',
    message: expect.stringMatching(/^Line 1/),
  })
  expect(failureOf('<html>nothing here</html>')).toMatchObject({
    code: 'invalid_file',
    message: expect.stringContaining('line 1'),
  })
})

test.each([
  ['OpenAssistant', '{"message_tree_id":"t","tree_state":"ready","prompt":{"message_id":"t","text":"Hi"}}\n'],
])('[FM1] a file of %s is refused by its name', (name, text) => {
  expect(failureOf(text)).toMatchObject({
    code: 'unsupported_format',
    message: expect.stringMatching(new RegExp(`^This is a file of ${name}, which is not supported yet`)),
  })
})

test('[UI113] text in UTF-16 is called by its name', () => {
  for (const mark of [
    [0xff, 0xfe, 0x7b, 0],
    [0xfe, 0xff, 0, 0x7b],
  ])
    expect(failureOf(new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(mark)))).toMatchObject({
      code: 'invalid_file',
      message: 'The file is text in UTF-16. Save it as UTF-8 and choose it again.',
    })
})

test('[UI116] an archive is called one, with what to do', () => {
  for (const start of ['PK\u0003\u0004\u0014\0\0', '\u001f\ufffd\b\0\0'])
    expect(failureOf(start)).toMatchObject({
      code: 'invalid_file',
      message: 'The file is an archive. Unpack it and choose the session file in it, such as conversations.json.',
    })
})

test('[FM1] words alone name no other tool', () => {
  for (const text of ['a "mapping": {} in prose', '{"note":"chat_messages and session_meta"}', '["mapping"]'])
    expect(failureOf(text).message, text).toContain('no session that can be read')
})

test('[FM13] Pi v4 is not read as an older version, and the message says what to do', () => {
  const text =
    '{"v":4,"kind":"header","id":"s_1","storageVersion":1,"createdAt":1,"cwd":"/"}\n[{"kind":"entry","id":"e1"}]\n'
  expect(failureOf(text, 'pi')).toMatchObject({
    code: 'unsupported_format',
    message: expect.stringMatching(/^Line 1 is a header of Pi v4.*pi-v4/),
  })
})

test('[FM1] a named format is read without asking the content, "auto" asks it', () => {
  expect(importAll(file, { ...options, format: 'pi' })).toEqual(importAll(file, { ...options, format: 'auto' }))
})

test('[FM3] a file in pieces, cut anywhere, is read like the whole one', () => {
  const whole = importAll(file, options)
  for (let at = 1; at < file.length; at += 7)
    expect(importAll([file.slice(0, at), file.slice(at)], options)).toEqual(whole)
  expect(importAll(file.split(''), options)).toEqual(whole)
})

test('[FM1] the name of the file is the last choice for a title', () => {
  const [session] = importAll(headerLine(), { ...options, fileName: 'C:\\notes\\Plan.jsonl' })
  expect(session).toMatchObject({ title: 'Plan', entries: [], leafId: null })
})
