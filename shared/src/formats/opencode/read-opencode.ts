// What `opencode export` writes: one session, its messages and their parts.
import type { EntryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { readSeveral } from '../build/several.ts'
import { isoTime } from '../build/times.ts'
import { addChain, type ChainLink } from '../chain/chain.ts'
import { firstText } from '../chain/value-text.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'
import { turnIds } from '../turns/add-turn.ts'
import { besideOf } from './beside.ts'
import { messagesInOrder } from './messages.ts'
import { payloadsOf } from './payloads.ts'

const FORMAT = { name: 'opencode', title: 'opencode export' } as const

export const opencodeReader: FormatReader<'opencode'> = {
  ...FORMAT,
  detect(head) {
    if (!/^\s*[[{]/.test(head) || !/"info"\s*:\s*\{/.test(head)) return false
    return (
      /"(?:id|sessionID)"\s*:\s*"ses_/.test(head) || (/"messages"\s*:\s*\[/.test(head) && /"parts"\s*:\s*\[/.test(head))
    )
  },
  read(chunks, options) {
    return readSeveral(chunks, FORMAT.title, {
      isConversation: (value) => isJsonObject(value['info']) && Array.isArray(value['messages']),
      readConversation: (value, _place, line) => readSession(value, options, line),
    })
  },
}

function readSession(value: JsonObject, options: ReadOptions, line: number): ImportedSession {
  const info = isJsonObject(value['info']) ? value['info'] : {}
  const builder = new SessionBuilder(FORMAT, options, firstText(info, 'id') ?? firstText(info, 'title') ?? '')
  const list: readonly unknown[] = Array.isArray(value['messages']) ? value['messages'] : []
  const links: ChainLink[] = []
  /** The message that what is said about the session stands with. */
  let headed: string | undefined
  /** The link that each message's first entry is. */
  const starts = new Map<string, number>()
  for (const message of messagesInOrder(list, builder, line)) {
    const key = message.id ?? `#${message.place}`
    const own = (message.id === undefined ? undefined : builder.idOf(message.id)) ?? builder.derive('message', key)
    headed ??= key
    const payloads = payloadsOf(message)
    const ids = turnIds(key, own, payloads.length, builder)
    if (!starts.has(key)) starts.set(key, links.length)
    for (const [at, payload] of payloads.entries()) {
      const isBeside = payload['type'] === 'custom'
      const id = ids[at]
      if (id === undefined) continue
      links.push({
        id,
        isBeside,
        timestamp: message.time,
        line: message.place,
        payload,
        record: message.value,
        ...(id === key ? {} : { recordId: key }),
        ...(at > 0
          ? {}
          : { beside: { ...(isBeside ? {} : besideOf(message)), ...(key === headed ? { session: info } : {}) } }),
      })
    }
  }
  const last: EntryId | null = addChain(links, builder)
  const { time } = info
  const parentSession = firstText(info, 'parentID')
  const leafId = leafOf(info, links, starts, last)
  const session = builder.finish({
    line,
    title: firstText(info, 'title'),
    createdAt: isJsonObject(time) ? isoTime(time['created']) : undefined,
    version: firstText(info, 'version') ?? 'unknown',
    leafId,
    ...(parentSession === undefined ? {} : { parentSession }),
  })
  return leafId === null ? { ...session, leafId: null } : session
}

/** A person who took messages back stands before the first of them. */
function leafOf(
  { revert }: JsonObject,
  links: readonly ChainLink[],
  starts: ReadonlyMap<string, number>,
  last: EntryId | null,
): EntryId | null {
  const from = isJsonObject(revert) ? firstText(revert, 'messageID') : undefined
  const start = from === undefined ? undefined : starts.get(from)
  if (start === undefined) return last
  return links.slice(0, start).findLast(({ isBeside }) => !isBeside)?.id ?? null
}
