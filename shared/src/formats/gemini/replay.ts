// A Gemini CLI file is a log: messages are written again as they grow, the person goes back, the context is replaced.
// Replayed, it is a tree: nothing that was said is lost, and going back starts a branch.
import { valueText } from '../chain/value-text.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { blocksOf } from './parts.ts'
import type { ReportBuilder } from '../import-report.ts'

export interface GeminiMessage {
  readonly key: string
  /** Its own id, where it has one. */
  readonly id: string | undefined
  /** As it was written last. */
  value: JsonObject
  /** The text of that record, where it is a line of its own. */
  text: string | undefined
  /** Key of the message it was said after; null for a root. */
  readonly parent: string | null
  /** 1-based line, or place, of its first form. */
  readonly line: number
}

const TALK = new Set(['user', 'gemini'])
const SHRANK = 'A message was written again and says less than before: only its last form is kept.'

/** Notes of the tool (`info`, `error`) are no part of the talk. */
export function isTalk(value: JsonObject): boolean {
  return TALK.has(stringField(value, 'type') ?? '')
}

export class Replay {
  /** What is said about the session, as it was said last. */
  header: JsonObject = {}
  readonly messages = new Map<string, GeminiMessage>()
  /** The message that the next one goes on from. */
  cursor: string | null = null
  private readonly report: ReportBuilder
  private readonly equals = new Map<string, number>()

  constructor(report: ReportBuilder) {
    this.report = report
  }

  /** @param text of the record, when the value is a whole line */
  read(value: JsonObject, line: number, text?: string): void {
    const { $rewindTo: target, $set: patch, ...rest } = value
    const isBack = typeof target === 'string'
    const isPatch = !isBack && isJsonObject(patch)
    if (isBack) this.goBack(target, line)
    if (isPatch) this.patch(patch, line)
    if ((isBack || isPatch) && Object.keys(rest).length === 0) return
    if (typeof value['type'] === 'string') this.say(value, line, text)
    else if ('sessionId' in value || 'messages' in value) this.patch(isPatch ? rest : value, line)
    else this.report.note('leftOut', 'What stands here is no message and says nothing about the session.', line)
  }

  private say(value: JsonObject, line: number, text?: string): void {
    const id = stringField(value, 'id')
    const key = id === undefined || id === '' ? this.keyFor(value) : id
    const known = this.messages.get(key)
    if (known !== undefined) {
      if (valueText(known.value) === valueText(value)) return
      if (!saysAll(value, known.value)) this.report.noteGroup('leftOut', SHRANK, line)
      known.value = value
      known.text = text
      return
    }
    this.messages.set(key, { key, id, value, text, parent: this.cursor, line })
    if (isTalk(value)) this.cursor = key
  }

  /** The context that the model has from here on; an empty list means that all of it is gone. */
  private patch(patch: JsonObject, line: number): void {
    const { messages, ...rest } = patch
    this.header = { ...this.header, ...rest }
    if (!Array.isArray(messages)) return
    this.cursor = null
    for (const message of messages) {
      if (!isJsonObject(message) || typeof message['type'] !== 'string') {
        this.report.note('leftOut', 'A message of a list holds nothing that can be read.', line)
        continue
      }
      this.say(message, line)
      const key = stringField(message, 'id')
      if (key !== undefined && this.messages.has(key) && isTalk(message)) this.cursor = key
    }
  }

  private goBack(target: string, line: number): void {
    const message = this.messages.get(target)
    this.cursor = message?.parent ?? null
    if (message !== undefined) return
    this.report.note(
      'keptAsIs',
      `The person goes back to ${target}, which is not in the file: what follows starts anew.`,
      line,
    )
  }

  /** For a message without an id: equal ones are told apart by how many there were before. */
  private keyFor(value: JsonValue): string {
    const text = valueText(value)
    const count = this.equals.get(text) ?? 0
    this.equals.set(text, count + 1)
    return JSON.stringify([count, text])
  }
}

/** Messages are written again as they grow, which is no loss. What a call gives while it runs is not its result. */
function saysAll(later: JsonObject, earlier: JsonObject): boolean {
  const said = wordsOf(later).join('\n')
  return wordsOf(earlier).every((words) => said.includes(words))
}

function wordsOf({ content, thoughts, toolCalls }: JsonObject): string[] {
  const field = (value: JsonValue | undefined, ...names: readonly string[]): string[] =>
    (Array.isArray(value) ? value : [])
      .filter((one) => isJsonObject(one))
      .flatMap((one) => names.map((name) => valueText(one[name])))
  const blocks = blocksOf(content).map((block) => stringField(block, 'text') ?? valueText(block))
  return [...blocks, ...field(thoughts, 'subject', 'description'), ...field(toolCalls, 'id', 'args')]
}
