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

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['a zip archive', [...ascii('PK\u0003\u0004\u0014'), 0, 0]],
  ['a gzip archive', [0x1f, 0x8b, 8, 0, 0]],
  ['a 7z archive', [...ascii('7z'), 0xbc, 0xaf, 0x27, 0x1c, 0]],
  ['a tar archive', [...ascii('conversations.json'.padEnd(257, '\0')), ...ascii('ustar\0')]],
])('[UI116] %s is called one, with what to do', (name, bytes) => {
  expect(failureOf(new TextDecoder().decode(Uint8Array.from(bytes)))).toMatchObject({
    code: 'invalid_file',
    message: `This is ${name}. Unpack it and choose the session file in it, such as conversations.json.`,
  })
})

test.each([
  ['a PDF', ascii('%PDF-1.7\n1 0 obj\n')],
  ['a PNG picture', [0x89, ...ascii('PNG\r\n\u001a\n'), 0, 0, 0, 13]],
  ['a JPEG picture', [0xff, 0xd8, 0xff, 0xe0, 0, 16, ...ascii('JFIF'), 0]],
  ['a GIF picture', [...ascii('GIF89a'), 1, 0]],
  ['a WebP picture', [...ascii('RIFF'), 0x24, 0x81, 1, 0, ...ascii('WEBPVP8 ')]],
  ['an SVG picture', ascii('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">')],
  ['an Office document', ascii('PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml')],
  ['an SQLite database', ascii('SQLite format 3\0')],
])('[FM140] %s is called by its name, with what to choose', (name, bytes) => {
  const failure = failureOf(new TextDecoder().decode(Uint8Array.from(bytes)))
  expect(failure).toMatchObject({ code: 'invalid_file', message: expect.stringMatching(`^This is ${name}\\. Choose `) })
  expect(failure.message).not.toContain('Gemini')
})

test('[FM140] a page that is no export is called one, and words that begin like a file of another kind are words', () => {
  expect(failureOf('<!doctype html><p>PDF')).toMatchObject({
    message: expect.stringMatching(/^This is a web page that holds no session \(line 1\)\. Choose /),
  })
  for (const text of ['PDF is a format', 'GIF pictures', 'ustar'])
    expect(failureOf(text).message).toContain('no session that can be read')
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
