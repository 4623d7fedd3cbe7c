// Thoughts and calls that Open WebUI writes into a reply's text as `<details>` → parts.
import { textBlock } from '../build/anthropic-blocks.ts'
import { parseJson, type JsonValue } from '../json/json.ts'
import { callArguments } from '../turns/call-arguments.ts'
import { blockPart, type TurnPart } from '../turns/split-turn.ts'

const OPEN = '<details type="'
const CLOSE = '</details>'
const SHOWN_TYPES = new Set(['reasoning', 'tool_calls'])
const ATTRIBUTE = /([a-z_]{1,40})="([^"]*)"/g
const SUMMARY = /^\s*<summary>[^<]*<\/summary>\s*/
const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/** @param key the message's own id: a call without an id gets one from it */
export function partsOfText(text: string, key: string): TurnPart[] {
  const parts: TurnPart[] = []
  let from = 0
  let head = -1
  for (let at = text.indexOf(OPEN); at !== -1; at = text.indexOf(OPEN, at + 1)) {
    // Looked for once, however many tags stand before it: a text of nothing but tags must not cost minutes.
    if (head < at) head = text.indexOf('>', at)
    if (head === -1) break
    // Attributes are escaped, so that another tag inside of this one means that it is none.
    const next = text.indexOf('<', at + 1)
    if (next !== -1 && next < head) continue
    const attributes = attributesOf(text.slice(at, head))
    if (!SHOWN_TYPES.has(attributes.get('type') ?? '')) continue
    const end = text.indexOf(CLOSE, head)
    if (end === -1) break
    parts.push(...words(text.slice(from, at)), ...detailParts(attributes, text.slice(head + 1, end), `${key}-${at}`))
    from = end + CLOSE.length
    at = from - 1
  }
  return [...parts, ...words(text.slice(from))]
}

function detailParts(attributes: ReadonlyMap<string, string>, body: string, key: string): TurnPart[] {
  if (attributes.get('type') === 'reasoning') {
    const thinking = plain(body.replace(SUMMARY, '')).replaceAll(/^> ?/gm, '').trim()
    return thinking === '' ? [] : [blockPart({ type: 'thinking', thinking })]
  }
  const id = attributes.get('id') ?? key
  const name = attributes.get('name') ?? 'tool'
  const call = blockPart({ type: 'toolCall', id, name, arguments: callArguments(valueOf(attributes.get('arguments'))) })
  if (attributes.get('done') !== 'true' || !attributes.has('result')) return [call]
  const result = valueOf(attributes.get('result'))
  const shown = typeof result === 'string' ? result : (attributes.get('result') ?? '')
  return [call, { kind: 'result', callId: id, name, content: [textBlock(shown)], isError: false }]
}

/** Values are JSON; arguments and results are text, which is JSON once more. */
function valueOf(attribute: string | undefined): JsonValue | undefined {
  return attribute === undefined ? undefined : (parseJson(attribute) ?? attribute)
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  return new Map([...tag.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, plain(value)]))
}

function plain(text: string): string {
  return text.replaceAll(/&(?:quot|#x27|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}

function words(text: string): TurnPart[] {
  return text.trim() === '' ? [] : [blockPart(textBlock(text.trim()))]
}
