// What a Claude Code session is called: a title someone gave it, one a model wrote, a summary of it, or its first prompt.
import { stringField } from '../json/json.ts'
import { textOf } from './payloads.ts'
import type { ClaudeFile, ClaudeNode } from './records.ts'

/** By rising weight: the fields that hold a title. */
const TITLES = [
  ['summary', 'summary'],
  ['ai-title', 'aiTitle'],
  ['custom-title', 'customTitle'],
] as const

/** Undefined when nothing in the file is a title. */
export function sessionTitle(file: ClaudeFile): string | undefined {
  const given = TITLES.flatMap(([type, field]) => {
    const records = file.outside.filter(({ value }) => value['type'] === type && isOfThisFile(value['leafUuid'], file))
    return records
      .map(({ value }) => stringField(value, field) ?? stringField(value, 'title'))
      .filter((title) => title?.trim())
  })
  return given.at(-1) ?? firstPrompt(file)
}

/** Summaries of other sessions stand in a file too. */
function isOfThisFile(leafUuid: unknown, { byUuid }: ClaudeFile): boolean {
  return typeof leafUuid !== 'string' || byUuid.has(leafUuid)
}

/** What a person typed: without what the tool put before it in tags, and not the note that an answer was stopped. */
function firstPrompt({ nodes }: ClaudeFile): string | undefined {
  const isWholeSidechain = nodes.every(({ isSidechain }) => isSidechain)
  const prompts = nodes.filter(({ kind, isSidechain }) => kind === 'prompt' && isSidechain === isWholeSidechain)
  const texts = prompts.map(({ records }) => textOf(records[0]?.value ?? {}))
  const typed = texts.map(withoutTags).find((text) => text !== '' && !text.startsWith('[Request interrupted'))
  return typed ?? commandIn(texts[0]) ?? (isWholeSidechain ? agentName(nodes) : undefined)
}

/** Longer ones are hardly typed. */
const MAX_TAG_LENGTH = 100_000

function withoutTags(text: string): string {
  let rest = text.slice(0, MAX_TAG_LENGTH).trimStart()
  for (;;) {
    const name = /^<([a-z][\w-]*)>/.exec(rest)?.[1]
    const end = name === undefined ? -1 : rest.indexOf(`</${name}>`)
    if (name === undefined || end === -1) return rest.trim()
    rest = rest.slice(end + name.length + 3).trimStart()
  }
}

function commandIn(text: string | undefined): string | undefined {
  return /<command-name>\s*([^<]+?)\s*<\/command-name>/.exec(text ?? '')?.[1]
}

function agentName(nodes: readonly ClaudeNode[]): string | undefined {
  const id = nodes
    .map(({ records }) => stringField(records[0]?.value ?? {}, 'agentId'))
    .find((one) => one !== undefined)
  return id === undefined ? undefined : `Subagent ${id}`
}
