// How many tokens a message takes: an estimate, the same for every model.
import { estimateTokenCount } from 'tokenx'
import { blocksOf, type ContextMessage } from './context-message.ts'
import { branchSummaryText, commandText, compactionSummaryText } from './message-text.ts'
import { systemText } from './system-text.ts'

/** What a picture of common size costs with the large providers. */
const IMAGE_TOKENS = 1200
/**
 * Texts up to this length are estimated whole, longer ones by slices spread over them: within 1 % over the sessions of
 * the corpus, in a quarter of the time. A count is not worth a page that freezes.
 */
const WHOLE_LENGTH = 1_000
const SLICES = 8
const SLICE_LENGTH = 100

const known = new WeakMap<ContextMessage, number>()

/** Kept per message object; stored messages never change. */
export function messageTokens(message: ContextMessage): number {
  const before = known.get(message)
  if (before !== undefined) return before
  const tokens = estimate(message)
  known.set(message, tokens)
  return tokens
}

/** Estimate for a plain text. */
export function textTokens(text: string): number {
  if (text.length <= WHOLE_LENGTH) return estimateTokenCount(text)
  const step = (text.length - SLICE_LENGTH) / (SLICES - 1)
  const starts = Array.from({ length: SLICES }, (_, n) => Math.floor(n * step))
  const sample = starts.map((start) => text.slice(start, start + SLICE_LENGTH)).join(' ')
  return Math.round((estimateTokenCount(sample) * text.length) / sample.length)
}

function estimate(message: ContextMessage): number {
  switch (message.role) {
    case 'bashExecution':
      return textTokens(commandText(message))
    case 'branchSummary':
      return textTokens(branchSummaryText(message))
    case 'compactionSummary':
      return textTokens(compactionSummaryText(message))
    case 'system':
      return textTokens(systemText(message))
    case 'user':
    case 'assistant':
    case 'toolResult':
    case 'custom':
      return blocksOf(message.content).reduce((sum, block) => sum + blockTokens(block), 0)
    default:
      return message satisfies never
  }
}

function blockTokens(block: ReturnType<typeof blocksOf>[number]): number {
  switch (block.type) {
    case 'text':
      return textTokens(block.text)
    case 'thinking':
      return textTokens(block.thinking)
    case 'image':
      return IMAGE_TOKENS
    case 'toolCall':
      return textTokens(block.name) + textTokens(JSON.stringify(block.arguments ?? {}))
    default:
      return block satisfies never
  }
}
