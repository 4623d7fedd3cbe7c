// What a subagent's branch is called: the words of the call that started it, found by its prompt.
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { shortTitle } from '../build/title.ts'
import { textOf } from './payloads.ts'
import { contentOf, type ClaudeFile, type ClaudeNode } from './records.ts'

/** "Subagent: " and the description of its task, or its first words. */
export function subagentName(node: ClaudeNode, file: ClaudeFile): string {
  const prompt = textOf(node.records[0]?.value ?? {})
  const name = descriptionsOf(file).get(prompt) ?? shortTitle(prompt)
  return name === undefined ? 'Subagent' : `Subagent: ${name}`
}

const known = new WeakMap<ClaudeFile, ReadonlyMap<string, string>>()

/** Descriptions of tasks by their prompt. */
function descriptionsOf(file: ClaudeFile): ReadonlyMap<string, string> {
  const found = known.get(file)
  if (found !== undefined) return found
  const descriptions = new Map<string, string>()
  for (const input of file.nodes.flatMap(inputsOf)) {
    const prompt = stringField(input, 'prompt')
    const description = shortTitle(stringField(input, 'description'))
    if (prompt !== undefined && description !== undefined) descriptions.set(prompt, description)
  }
  known.set(file, descriptions)
  return descriptions
}

function inputsOf({ kind, records }: ClaudeNode): JsonObject[] {
  if (kind !== 'assistant') return []
  return records.flatMap(({ value }) =>
    contentOf(value).flatMap((block) => {
      const input = isJsonObject(block) && block['type'] === 'tool_use' ? block['input'] : undefined
      return isJsonObject(input) ? [input] : []
    }),
  )
}
