// Lines of a Pi v4 file → its writes: a line is a transaction, one write or a list of them.
import type { ReportBuilder } from '../import-report.ts'
import { nextElementText } from '../json/element-text.ts'
import { isJsonObject, parseJson, parseJsonObject, type JsonObject } from '../json/json.ts'
import { splitLines } from '../json/lines.ts'
import { TextSource } from '../json/text-source.ts'

export interface PiWrite {
  readonly value: JsonObject
  /** 1-based. */
  readonly line: number
  /** The write's own text. */
  readonly text: string
}

/** In file order. A transaction counts once its line has ended: a last line without an end never took place. */
export function* readWrites(chunks: Iterable<string>, report: ReportBuilder): Generator<PiWrite> {
  for (const { text, number: line, ended } of splitLines(chunks)) {
    if (text.trim() === '') continue
    if (!ended) {
      const message = 'This line, the last one, has no end: what it holds was never finished, and Pi drops it too.'
      report.note('leftOut', message, line)
      return
    }
    const value = parseJson(text)
    if (isJsonObject(value)) {
      report.countRecord()
      yield { value, line, text }
    } else if (Array.isArray(value)) yield* writesOf(text, line, report)
    else
      report.note('leftOut', `This line is no transaction (${text.length} characters): Pi would refuse the file.`, line)
  }
}

/** Each with the text that it has in the list. */
function* writesOf(list: string, line: number, report: ReportBuilder): Generator<PiWrite> {
  const source = new TextSource([list])
  for (let found = nextElementText(source); found !== undefined; found = nextElementText(source)) {
    const value = parseJsonObject(found.text)
    if (value === undefined) {
      report.note('leftOut', `A transaction on line ${line} holds something that is no write.`, line)
      continue
    }
    report.countRecord()
    yield { value, line, text: found.text }
  }
}
