// What one entry shows: its kind, for the look of it, its words, for the outline, and its body as HTML.
import type { CustomEntry } from '../../entry/custom.ts'
import { customEntryWords, customTypeWords, shownTextOf } from '../../entry/custom-type-words.ts'
import type { Entry, EntryType } from '../../entry/entry.ts'
import type { MessageEntry } from '../../entry/message.ts'
import { replyEndWords } from '../../entry/reply-end-words.ts'
import { withoutTerminalCodes } from '../../entry/terminal-codes.ts'
import { GIVEN_WORDS, typedPromptOf } from '../../entry/typed-prompt.ts'
import { firstWords } from '../../tree/entry-text.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { blocksOf, textOf } from '../markdown/content.ts'
import { callArguments } from './call-arguments.ts'
import { plainCode, type CodeWriter } from './code-colors.ts'
import { escapeText } from './escape.ts'
import { imageHtml } from './image.ts'
import { plainText, safeMarkdown } from './safe-markdown.ts'

export interface EntryBody {
  /** `step`: what a tool did, or a setting; it is no turn of the conversation. */
  readonly kind: 'prompt' | 'answer' | 'aside' | 'step'
  /** For the outline; empty for what says nothing to a reader. */
  readonly words: string
  /** What it is, for a row of the outline that has no words. */
  readonly name?: string
  /** Stands where a speaker's name would; undefined when the speaker is the entry's own. */
  readonly title?: string
  readonly html: string
}

const WORDS = 90

/** @param code writes blocks of code; without it they are plain */
export function entryBody(entry: Entry, code: CodeWriter = plainCode): EntryBody {
  switch (entry.type) {
    case 'message':
      return typedBody(entry) ?? messageBody(entry.message, code)
    case 'custom_message': {
      const text = textOf(entry.content)
      const title = customTypeWords(entry.customType)
      if (entry.display === false) return step(title, plainText(text), text)
      return { ...aside(title, text), html: contentHtml(entry.content, code) }
    }
    case 'compaction':
      return aside('Summary of the earlier conversation', entry.summary, code)
    case 'branch_summary':
      return aside('Summary of another branch', entry.summary, code)
    case 'model_change':
      return setting(`Model: ${entry.modelId}`)
    case 'thinking_level_change':
      return setting(`Thinking: ${entry.thinkingLevel}`)
    case 'active_tools_change':
      return setting('Tools were chosen', json(entry.activeToolNames))
    case 'context_edit':
      return setting('An earlier entry was edited for the model', json(entry.replacement))
    case 'label':
      return setting(entry.label === undefined || entry.label === null ? 'Label taken off' : `Label: ${entry.label}`)
    case 'session_info':
      return setting(`Session name: ${entry.name ?? ''}`)
    case 'custom':
      return customBody(entry)
    case 'leaf':
    case 'usage':
      return setting(NAMES[entry.type] ?? entry.type)
    default:
      return entry satisfies never
  }
}

const NAMES: Partial<Record<EntryType, string>> = { leaf: 'Moved to another entry', usage: 'Usage of a model' }

function messageBody(message: JsonObject | object, code: CodeWriter): EntryBody {
  if (!isJsonObject(message)) return setting('A message')
  const { content } = message
  switch (message['role']) {
    case 'user':
      return { kind: 'prompt', words: firstWords(textOf(content), WORDS), html: contentHtml(content, code) }
    case 'assistant':
      return answerBody(message, code)
    case 'toolResult': {
      const output = blocksOf(content).map((block) =>
        block['type'] === 'image'
          ? imageHtml(block['mimeType'], block['data'])
          : plainCode(stringField(block, 'text') ?? ''),
      )
      const tool = stringField(message, 'toolName') ?? 'a tool'
      return step(`${message['isError'] === true ? 'Failure' : 'Result'} of ${tool}`, output.join(''), textOf(content))
    }
    case 'bashExecution': {
      const command = stringField(message, 'command') ?? ''
      const html = folded(
        `$ ${firstWords(command, WORDS)}`,
        '',
        code(command, 'bash') + plainCode(stringField(message, 'output') ?? ''),
      )
      return { kind: 'step', words: firstWords(`$ ${command}`, WORDS), html }
    }
    case 'system':
      return step('System prompt', plainText(textOf(content)), textOf(content))
    default: {
      const role = roleWords(message)
      const text = stringField(message, 'summary') ?? textOf(content)
      return text === '' ? setting(role, json(message)) : aside(role, text)
    }
  }
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['branchSummary', 'Summary of another branch'],
  ['compactionSummary', 'Summary of the earlier conversation'],
])

/** What an older Pi kept as messages is called as the entries are that it keeps now. */
function roleWords(message: JsonObject): string {
  const role = stringField(message, 'role') ?? 'Message'
  const type = role === 'custom' ? stringField(message, 'customType') : undefined
  return type === undefined ? (ROLES.get(role) ?? role) : customTypeWords(type)
}

/** A prompt that a tool put something around: what was typed, and the whole of it folded. */
function typedBody(entry: MessageEntry): EntryBody | undefined {
  const message: unknown = entry.message
  if (!isJsonObject(message) || message['role'] !== 'user') return undefined
  const given = textOf(message['content'])
  const prompt = typedPromptOf(entry, given)
  if (prompt === undefined) return undefined
  const { typed, output } = prompt
  const images = blocksOf(message['content']).filter((block) => block['type'] === 'image')
  const html = [
    typed === '' ? '' : plainText(typed),
    output === '' ? '' : plainCode(output),
    ...images.map((block) => imageHtml(block['mimeType'], block['data'])),
    folded(GIVEN_WORDS, '', plainCode(given)),
  ]
  return {
    kind: 'prompt',
    words: firstWords(typed === '' ? withoutTerminalCodes(output) : typed, WORDS),
    html: html.join(''),
  }
}

function answerBody(message: JsonObject, code: CodeWriter): EntryBody {
  const parts: string[] = []
  const called: string[] = []
  for (const block of blocksOf(message['content'])) {
    switch (block['type']) {
      case 'text':
        parts.push(safeMarkdown(stringField(block, 'text') ?? '', code))
        break
      case 'thinking': {
        const thinking = (stringField(block, 'thinking') ?? '').trim()
        if (thinking !== '') parts.push(folded('Thinking', headOf(thinking), plainText(thinking)))
        break
      }
      case 'toolCall': {
        const name = stringField(block, 'name') ?? 'tool'
        called.push(name)
        parts.push(folded(name, hintOf(block['arguments']), callArguments(block['arguments'], code)))
        break
      }
      case 'image':
        parts.push(imageHtml(block['mimeType'], block['data']))
        break
      default:
        parts.push(folded(stringField(block, 'type') ?? 'Part of an unknown kind', '', json(block)))
    }
  }
  const end = replyEndWords(message['stopReason'], message['errorMessage'])
  if (end !== undefined) parts.push(`<p class="note broken">${escapeText(end)}</p>`)
  const said = blocksOf(message['content']).map((block) =>
    block['type'] === 'text' ? (stringField(block, 'text') ?? '') : '',
  )
  const words = firstWords(said.join(' ').replaceAll(/\*\*|`/g, ''), WORDS)
  const isStep = words === '' && called.length > 0
  return {
    kind: isStep ? 'step' : 'answer',
    words: words === '' ? firstWords(called.length > 0 ? called.join(', ') : (end ?? ''), WORDS) : words,
    html: parts.join(''),
  }
}

/** Models mostly begin a thought with its subject. */
function headOf(thinking: string): string {
  const [head = ''] = thinking.slice(0, 600).split(/\n\s*\n/, 1)
  return firstWords(head.replaceAll(/\*\*|`|^#+ /gm, ''), WORDS)
}

function customBody(entry: CustomEntry): EntryBody {
  const name = customEntryWords(entry)
  const text = shownTextOf(entry)
  if (text !== undefined) return aside(name, text)
  return setting(name, entry.data === undefined ? '' : json(entry.data))
}

/** What people and extensions write is text with images; people mean their line breaks. */
function contentHtml(content: unknown, code: CodeWriter): string {
  return blocksOf(content)
    .map((block) =>
      block['type'] === 'image'
        ? imageHtml(block['mimeType'], block['data'])
        : promptText(stringField(block, 'text') ?? '', code),
    )
    .join('')
}

const FENCE = /^(?: {0,3})(`{3,}|~{3,})/m

/** A prompt is shown as it was typed; only where it holds a fence it is read as Markdown. */
function promptText(text: string, code: CodeWriter): string {
  return FENCE.test(text) ? safeMarkdown(text, code) : plainText(text.trim())
}

function aside(title: string, text: string, code: CodeWriter = plainCode): EntryBody {
  return { kind: 'aside', title, words: firstWords(`${title}: ${text}`, WORDS), html: safeMarkdown(text, code) }
}

function step(name: string, html: string, text: string): EntryBody {
  return { kind: 'step', words: '', name, html: folded(name, firstWords(text, WORDS), html) }
}

function setting(text: string, more = ''): EntryBody {
  const line = firstWords(text, 200)
  return {
    kind: 'step',
    words: '',
    name: line,
    html: more === '' ? `<p class="set">${escapeText(line)}</p>` : folded(line, '', more),
  }
}

/** A part that is folded until someone opens it; a line where there is nothing behind it. */
function folded(name: string, hint: string, html: string): string {
  const beside = hint === '' ? '' : ` <span class="hint">${escapeText(hint)}</span>`
  const line = `<span class="name">${escapeText(name)}</span>${beside}`
  return html === '' ? `<p class="set">${line}</p>` : `<details><summary>${line}</summary>${html}</details>`
}

function hintOf(args: unknown): string {
  const first = isJsonObject(args) ? Object.values(args).find((value) => typeof value === 'string') : undefined
  return firstWords(first ?? '', WORDS)
}

function json(value: unknown, code: CodeWriter = plainCode): string {
  return code(JSON.stringify(value ?? null, null, 2), 'json')
}
