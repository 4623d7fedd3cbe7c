// A model without a model: it says plainly that it is one, and repeats what it was given, so that everyone can see
// what a branch's context holds. Works without a key and without a network.
import type { ModelMessage } from '@coppice/shared'
import { setTimeout as delay } from 'node:timers/promises'
import type { Model, ModelPart, ModelRequest } from './model.ts'

export interface DemoModelOptions {
  /** Pause between two words, in ms. */
  readonly wordDelayMs: number
}

/** Prompts it quotes at most, newest last. */
const QUOTED_PROMPTS = 5

export function createDemoModel(options: DemoModelOptions): Model {
  return {
    provider: 'coppice',
    modelId: 'demo',
    label: 'Demo model',
    async *stream({ messages, signal }: ModelRequest): AsyncGenerator<ModelPart> {
      const words = answer(messages).split(/(?<=\s)/)
      for (const word of words) {
        if (options.wordDelayMs > 0) await delay(options.wordDelayMs, undefined, { signal })
        signal.throwIfAborted()
        yield { type: 'text', text: word }
      }
      yield { type: 'end', stopReason: 'stop', usage: { input: countWords(messages), output: words.length } }
    },
  }
}

function answer(messages: readonly ModelMessage[]): string {
  const prompts = messages.filter((message) => message.role === 'user').map((message) => firstLine(textOf(message)))
  const last = prompts.at(-1) ?? ''
  const quoted = prompts.slice(-QUOTED_PROMPTS)
  const skipped = prompts.length - quoted.length
  const list = quoted.map((prompt, i) => `${skipped + i + 1}. ${prompt}`).join('\n')
  return [
    `This is the **demo model**: it thinks nothing and costs nothing. You asked: “${last}”`,
    `On this branch I was given ${count(messages.length, 'message')}. ${promptsIntroduced(prompts.length, quoted.length)}:`,
    list,
    'Nothing of any other branch is in this list. Fork from an earlier prompt, ask again, and compare what I am given there.',
  ].join('\n\n')
}

function promptsIntroduced(all: number, quoted: number): string {
  if (all === quoted) return all === 1 ? 'The prompt in it' : `The ${all} prompts in it`
  return `The last ${quoted} of its ${all} prompts`
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

function textOf(message: ModelMessage): string {
  if (typeof message.content === 'string') return message.content
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}

function countWords(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + textOf(message).split(/\s+/).length, 0)
}
