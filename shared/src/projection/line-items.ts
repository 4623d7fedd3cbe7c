// Items of a line: their tokens are worked out only when someone asks, because counting costs far more than projecting.
import type { EntryId } from '../entry/ids.ts'
import { isContextMessage, type ContextMessage, type OtherRoleMessage } from './context-message.ts'
import type { ContextItem, LeftOut, LeftOutReason } from './projected-context.ts'
import { messageTokens } from './tokens.ts'

export class SentItem implements ContextItem {
  readonly entryId: EntryId | null
  readonly message: ContextMessage
  declare readonly note?: string

  constructor(entryId: EntryId | null, message: ContextMessage, note?: string) {
    this.entryId = entryId
    this.message = message
    if (note !== undefined) this.note = note
  }

  get tokens(): number {
    return messageTokens(this.message)
  }

  toJSON(): ContextItem {
    const { entryId, message, note, tokens } = this
    return { entryId, message, tokens, ...(note === undefined ? {} : { note }) }
  }
}

export class LeftOutEntry implements LeftOut {
  readonly entryId: EntryId
  readonly reason: LeftOutReason
  private readonly messages: readonly OtherRoleMessage[]

  /** @param messages what the model would have been given */
  constructor(entryId: EntryId, reason: LeftOutReason, messages: readonly OtherRoleMessage[]) {
    this.entryId = entryId
    this.reason = reason
    this.messages = messages
  }

  get tokens(): number {
    return this.messages.reduce((sum, message) => sum + (isContextMessage(message) ? messageTokens(message) : 0), 0)
  }

  toJSON(): LeftOut {
    return { entryId: this.entryId, reason: this.reason, tokens: this.tokens }
  }
}
