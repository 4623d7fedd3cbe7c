// One list of messages while it is read: a chain, since the order is all there is.
import type { EntryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { contentHash } from '../derived-id.ts'
import type { ImportedSession, ReadOptions } from '../format.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { oddFields } from '../json/odd-fields.ts'
import { addTurn, turnIds } from '../turns/add-turn.ts'
import { speakerIn, timeIn } from './about.ts'
import { thoughtKeyOf } from './content.ts'
import { OpenCalls } from './open-calls.ts'
import { payloadsOf, systemPayload } from './payloads.ts'
import { hasRole, messagesIn } from './shape.ts'

export const FORMAT = { name: 'messages', title: 'OpenAI or Anthropic messages' } as const

export class Talk {
  /** Whether its messages are the elements of the file, and not a list inside of one. */
  readonly isLoose: boolean
  private readonly builder: SessionBuilder
  private readonly calls = new OpenCalls()
  private readonly about: JsonObject
  private previous: EntryId | null = null
  private place = 0

  /** @param about what stands beside the list: model, system prompt, tools … */
  constructor(options: ReadOptions, about?: JsonObject) {
    this.isLoose = about === undefined
    this.about = about ?? {}
    this.builder = new SessionBuilder(FORMAT, options, stringField(this.about, 'id') ?? '')
  }

  /** The messages of an object that holds them. */
  static of(value: JsonObject, options: ReadOptions, line: number): Talk {
    const { messages: _messages, ...about } = value
    const talk = new Talk(options, about)
    talk.addSystem()
    for (const message of messagesIn(value) ?? []) talk.add(message, line)
    return talk
  }

  /** Says that something of the file is not in the talk. */
  leaveOut(message: string, line: number): void {
    this.builder.note('leftOut', message, line)
  }

  add(message: JsonValue, line: number): void {
    this.builder.report.countRecord()
    this.place += 1
    if (!hasRole(message)) {
      const what = isJsonObject(message) ? 'has no role that is known' : 'is no message'
      this.leaveOut(`Number ${this.place} in the list ${what}.`, line)
      return
    }
    const own = stringField(message, 'id')
    const key = own ?? this.keyOf(message)
    const id = (own === undefined ? undefined : this.builder.idOf(own)) ?? this.builder.derive('message', key)
    const payloads = payloadsOf(message, key, this.calls, stringField(this.about, 'model'))
    const ids = turnIds(key, id, payloads.length, this.builder)
    this.chain(message, ids, payloads, own)
  }

  finish(): ImportedSession {
    const last = this.builder.entries.at(-1)
    return this.builder.finish({
      title: stringField(this.about, 'title') ?? stringField(this.about, 'name'),
      createdAt: timeIn(this.about),
      version: 'list',
      leafId: last?.id ?? null,
    })
  }

  private addSystem(): void {
    const { system } = this.about
    const payload = system === undefined || system === null ? undefined : systemPayload(system)
    if (payload !== undefined)
      this.chain({ system: system ?? null }, [this.builder.derive('system')], [payload], undefined)
  }

  private chain(
    record: JsonObject,
    ids: readonly EntryId[],
    payloads: readonly JsonObject[],
    recordId: string | undefined,
  ): void {
    const isFirst = this.previous === null
    const { system: _system, ...conversation } = this.about
    const isAbout = isFirst && Object.keys(conversation).length > 0
    const speaker = speakerIn(record)
    const draft = {
      ...(speaker === undefined ? {} : { speaker }),
      parentId: this.previous,
      timestamp: timeIn(record) ?? (isFirst ? timeIn(this.about) : undefined),
      line: this.place,
      record,
      beside: { ...besideOf(record), ...(isAbout ? { conversation } : {}) },
      ...(recordId === undefined ? {} : { recordId }),
    }
    addTurn(this.builder, draft, ids, payloads)
    this.previous = this.builder.entries.at(-1)?.id ?? null
  }

  /** The same words at the same place behind the same talk have the same id, so that a list that grew keeps its own. */
  private keyOf(message: JsonObject): string {
    return contentHash([this.previous ?? '', textOf(message)], 32)
  }
}

function textOf(message: JsonObject): string {
  try {
    return JSON.stringify(message)
  } catch {
    // JSON.stringify recurses and runs out of stack: the place alone tells such messages apart.
    return ''
  }
}

/** What the entries do not show. Blocks keep their own other fields. */
function besideOf(record: JsonObject): JsonObject {
  const { role, content, system: _system, id: _id, tool_calls, ...rest } = record
  const thoughtKey = role === 'assistant' ? thoughtKeyOf(record) : undefined
  const isShown = content === undefined || content === null || typeof content === 'string' || Array.isArray(content)
  return {
    ...(role === 'developer' || role === 'function' ? { role } : {}),
    ...(isShown ? {} : { content }),
    ...(Array.isArray(tool_calls) ? { tool_calls: tool_calls.map(restOfCall) } : {}),
    ...oddFields(record, { id: ['id'], tool_calls: ['list'] }),
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => key !== thoughtKey)),
  }
}

function restOfCall(call: JsonValue): JsonValue {
  if (!isJsonObject(call)) return call
  const { id: _id, function: made, ...rest } = call
  if (!isJsonObject(made)) return { ...rest, ...(made === undefined ? {} : { function: made }) }
  const { name: _name, arguments: _arguments, ...more } = made
  return Object.keys(more).length === 0 ? rest : { ...rest, function: more }
}
