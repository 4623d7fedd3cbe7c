// Open WebUI's export: a list of chats as its database has them, or the inside of one chat.
import { isFact } from '../../entry/entry.ts'
import type { EntryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { readSeveral } from '../build/several.ts'
import { isoTime } from '../build/times.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { addTurn, turnIds } from '../turns/add-turn.ts'
import { besideOf, conversationOf } from './beside.ts'
import { chatMessages, chatOf } from './messages.ts'
import { payloadsOf } from './payloads.ts'
import { timeOf } from './time.ts'

const FORMAT = { name: 'open-webui', title: 'Open WebUI export' } as const
const MARKS = [
  /"history"\s*:\s*\{\s*"(?:messages|currentId)"\s*:/,
  /"childrenIds"\s*:\s*\[/,
  /"chat"\s*:\s*\{[^{}]{0,4096}"models"\s*:\s*\[/,
]

export const openWebuiReader: FormatReader<'open-webui'> = {
  ...FORMAT,
  detect(head) {
    if (!/^\s*[[{]/.test(head)) return false
    return MARKS.some((mark) => mark.test(head))
  },
  read(chunks, options) {
    return readSeveral(chunks, FORMAT.title, {
      isConversation: (value) => chatOf(value) !== undefined,
      readConversation: (value, _place, line) => readConversation(value, options, line),
    })
  },
}

function readConversation(value: JsonObject, options: ReadOptions, line: number): ImportedSession {
  const chat = chatOf(value) ?? value
  const title = stringField(value, 'title') ?? stringField(chat, 'title')
  const id = [stringField(value, 'id'), stringField(chat, 'id')].find((one) => one !== undefined && one !== '')
  const builder = new SessionBuilder(FORMAT, options, id ?? JSON.stringify([title, chat['timestamp']]))
  const createdAt = timeOf(value['created_at']) ?? isoTime(chat['timestamp'])
  const messages = chatMessages(chat, builder, line).map((message) => ({ ...message, payloads: payloadsOf(message) }))
  const ids = new Map(
    messages.map(({ key, payloads }) => {
      const own = (key.startsWith('#') ? undefined : builder.idOf(key)) ?? builder.derive('message', key)
      return [key, turnIds(key, own, payloads.length, builder)]
    }),
  )
  const times = new Map(messages.map(({ key, value: message }) => [key, timeOf(message['timestamp'])]))
  for (const { key, value: message, parent, place, payloads } of messages) {
    const draft = {
      parentId: parent === null ? null : (ids.get(parent)?.at(-1) ?? builder.idOf(parent) ?? null),
      timestamp: times.get(key) ?? (parent === null ? undefined : times.get(parent)) ?? createdAt,
      line: place,
      record: message,
      ...(key.startsWith('#') ? {} : { recordId: key }),
      beside: { ...besideOf(message, key), ...(place === 1 ? { conversation: conversationOf(value, chat) } : {}) },
    }
    addTurn(builder, draft, ids.get(key) ?? [], payloads)
  }
  return builder.finish({ title, createdAt, version: 'export', leafId: placeOf(chat, ids, builder, line), line })
}

/** Where one was. A stub gives what it hangs below; notes a place that is none. */
function placeOf(
  chat: JsonObject,
  ids: ReadonlyMap<string, readonly EntryId[]>,
  builder: SessionBuilder,
  line: number,
): EntryId | undefined {
  const history = isJsonObject(chat['history']) ? chat['history'] : {}
  const asked = stringField(history, 'currentId')
  if (asked === undefined || asked === '') return undefined
  let entry = builder.find(ids.get(asked)?.at(-1))
  const seen = new Set<EntryId>()
  while (entry !== undefined && isFact(entry) && !seen.has(entry.id)) {
    seen.add(entry.id)
    entry = builder.find(entry.parentId)
  }
  if (entry === undefined || isFact(entry)) {
    const what = `The place one was at, ${asked.slice(0, 80).toWellFormed()}, is no message of the file`
    builder.note('keptAsIs', `${what}: the newest message is taken.`, line)
    return undefined
  }
  return entry.id
}
