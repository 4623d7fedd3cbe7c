// What a run needs of a language model: a line of messages in, a stream of parts out. That there is a tree stays out.
import type { ModelMessage } from '@coppice/shared'

export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'end'; readonly stopReason: 'stop' | 'length'; readonly usage?: ModelUsage }

export interface ModelUsage {
  readonly input: number
  readonly output: number
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[]
  readonly thinkingLevel: string
  readonly signal: AbortSignal
}

export interface Model {
  readonly provider: string
  readonly modelId: string
  /** What people read, e.g. in the composer. */
  readonly label: string
  /** Streams one answer. Ends with an `end` part; throws on failure; stops soon after the signal. */
  stream(request: ModelRequest): AsyncIterable<ModelPart>
}
