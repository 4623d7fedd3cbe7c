// The HTML export of Pi: a page that carries the whole session, every branch of it, as base64 JSON.
import * as buffer from 'lib0/buffer'
import { SessionError } from '../../errors.ts'
import type { FormatReader } from '../format.ts'
import { ReportBuilder } from '../import-report.ts'
import { isJsonObject, parseJsonObject, type JsonObject } from '../json/json.ts'
import { CHOOSE_A_SESSION } from '../other-files.ts'
import { readPiRecords } from '../pi/read-pi.ts'
import type { PiRecord } from '../pi/records.ts'

const SESSION_DATA = /<script\b[^>]*\bid="session-data"[^>]*>([^<]*)</

const TITLE = 'Pi HTML export'

export const piHtmlReader: FormatReader<'pi-html'> = {
  name: 'pi-html',
  title: TITLE,
  detect(head) {
    return /^\s*<(?:!doctype html|html)\b/i.test(head)
  },
  *read(chunks, options) {
    const page = [...chunks].join('')
    const match = SESSION_DATA.exec(page)
    if (match === null) throw noSession()
    const line = page.slice(0, match.index).split('\n').length
    const data = decode(match[1] ?? '')
    const entries: unknown = data?.['entries']
    if (data === undefined || !Array.isArray(entries)) throw notAnExport(line)
    const report = new ReportBuilder()
    const session = readPiRecords(recordsOf(data['header'], entries, report), options, report, TITLE)
    const leafId = session.entries.find((entry) => entry.id === data['leafId'])?.id
    yield leafId === undefined ? session : { ...session, leafId }
  },
}

/** Places count like the lines of the same session's JSONL file: the header is 1. */
function* recordsOf(header: unknown, entries: readonly unknown[], report: ReportBuilder): Generator<PiRecord> {
  for (const [at, value] of [header, ...entries].entries()) {
    if (!isJsonObject(value)) {
      if (at > 0) report.note('leftOut', `Entry ${at} of the page is not a record.`)
      continue
    }
    const text = textOf(value)
    if (text === undefined) {
      report.note('leftOut', 'A record of the page is nested too deep to be read.', at + 1)
      continue
    }
    report.countRecord()
    yield { line: at + 1, text, value }
  }
}

function textOf(value: JsonObject): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // JSON.stringify recurses and runs out of stack: the caller reports the record.
    return undefined
  }
}

function decode(base64: string): JsonObject | undefined {
  try {
    return parseJsonObject(new TextDecoder('utf-8').decode(buffer.fromBase64(base64.trim())))
  } catch {
    // Not base64: the caller says what the page lacks.
    return undefined
  }
}

function noSession(): SessionError {
  const message = `This is a web page that holds no session (line 1). ${CHOOSE_A_SESSION} A page made by /export in Pi can be read as well; of Coppice's own exports choose the .json or the .jsonl file.`
  return new SessionError('invalid_file', message, { details: { line: 1 } })
}

function notAnExport(line: number): SessionError {
  return new SessionError(
    'invalid_file',
    `This page holds no Pi session (line ${line}). Choose a page made by /export in Pi, or the session's .jsonl file; of Coppice's own exports choose the .json or the .jsonl file.`,
    { details: { line } },
  )
}
