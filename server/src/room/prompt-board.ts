// Shared prompts: opened, sent and thrown away at the request of those who may prompt. Each request is answered by one
// notice, and no answer ends a connection.
import {
  ERROR_TABLE,
  MAX_OPEN_PROMPTS,
  MAX_PROMPT_LENGTH,
  mayDo,
  participantIdSchema,
  SessionError,
  timeOf,
  type AdmissionLedger,
  type EntryId,
  type OpenPrompt,
  type ParticipantId,
  type PromptDraft,
  type PromptNotice,
  type PromptRequest,
  type Who,
} from '@coppice/shared'
import type { DeskBoard } from './desk-board.ts'
import type { Peer } from './peer.ts'

export interface PromptBoardDeps {
  readonly desk: DeskBoard
  readonly ledger: () => AdmissionLedger
  readonly nowMs: () => number
  /** Resolves when the entry is saved; `ownDraft` ends with it. */
  readonly append: (entry: unknown, who: Who, ownDraft: EntryId) => Promise<unknown>
  readonly nameOf: (participant: ParticipantId) => string
  /** The prompt's entry is saved: carries along who sent it and who wrote it, from where it hangs. */
  readonly carry: (sender: ParticipantId, writers: readonly ParticipantId[], from: EntryId | null, to: EntryId) => void
  readonly answer: (peer: Peer, notice: PromptNotice) => void
  /** A fault of the server while it sent a prompt; what the sender is told is less. */
  readonly problem: (error: unknown) => void
}

export class PromptBoard {
  readonly #deps: PromptBoardDeps

  constructor(deps: PromptBoardDeps) {
    this.#deps = deps
  }

  /** Handles a request in its turn: what the connection typed before it is in the prompt. */
  receive(peer: Peer, request: PromptRequest): void {
    try {
      this.#mustMayPrompt(peer)
      switch (request.act) {
        case 'open':
          void this.#open(peer, request)
          return
        case 'send':
          void this.#send(peer, this.#mustBeOpen(request.id))
          return
        case 'discard':
          this.#discard(peer, this.#mustBeOpen(request.id))
          return
        default:
          request satisfies never
      }
    } catch (error) {
      this.#refuse(peer, request, error)
    }
  }

  /** Never rejects. Answered once a restarted server would find the prompt again. */
  async #open(peer: Peer, request: OpenPrompt & { readonly act: 'open' }): Promise<void> {
    const { desk, nowMs, answer, problem } = this.#deps
    const { id, parentId, text = '' } = request
    const there = desk.prompts().find((prompt) => prompt.parentId === parentId && prompt.sentBy === undefined)
    if (there !== undefined) {
      const asked = there.id === id ? {} : { asked: id }
      return answer(peer, { kind: 'prompt', act: 'open', outcome: 'opened', id: there.id, ...asked })
    }
    try {
      this.#checkOpening(id, parentId, text)
    } catch (error) {
      return this.#refuse(peer, request, error)
    }
    const startedBy = peer.participant.id
    const startedAt = new Date(nowMs()).toISOString()
    const writers = text === '' ? [] : [startedBy]
    desk.openPrompt({ id, parentId, startedBy, startedAt, writers, text: text.toWellFormed() }, peer)
    try {
      await desk.save()
    } catch (error) {
      problem(error)
    }
    answer(peer, { kind: 'prompt', act: 'open', outcome: 'opened', id })
  }

  #checkOpening(id: EntryId, parentId: EntryId | null, text: string): void {
    const { desk, ledger } = this.#deps
    // Half a character is written as another one, so that copies would have the prompt under another id, and no entry
    // could ever have this one.
    if (!id.isWellFormed())
      throw new SessionError('bad_request', 'That id holds half a character. Open the prompt under another one.')
    if (ledger().hasEntry(id) || desk.hasDraft(id))
      throw new SessionError('id_used', 'That id is taken already. Open the prompt under a new one.')
    if (parentId !== null && !ledger().hasEntry(parentId))
      throw new SessionError('not_found', 'The entry this prompt should hang below is not in this session.')
    if (text.length > MAX_PROMPT_LENGTH)
      throw new SessionError('too_large', `A shared prompt holds ${MAX_PROMPT_LENGTH} characters at most. Shorten it.`)
    if (desk.prompts().length >= MAX_OPEN_PROMPTS)
      throw new SessionError(
        'too_large',
        `There are ${MAX_OPEN_PROMPTS} shared prompts open already. Send or discard one first.`,
      )
  }

  /** Never rejects. Until the entry is saved nobody types in the prompt; if it cannot be, the prompt is open again. */
  async #send(peer: Peer, prompt: PromptDraft): Promise<void> {
    const { desk, append, ledger } = this.#deps
    const { id, text } = prompt
    const { participant, role } = peer
    try {
      if (text.trim() === '') throw new SessionError('bad_request', 'The prompt is empty. Write something first.')
      desk.markSent(id, participant.id)
      await append(this.#entryOf(prompt, participant.id), { participant: participant.id, role }, id)
      this.#sent(peer, prompt)
    } catch (error) {
      // The log may have the entry of a commit that failed.
      if (ledger().hasEntry(id)) return this.#sent(peer, prompt)
      desk.markSent(id, undefined)
      this.#refuse(peer, { act: 'send', id }, error)
    }
  }

  #sent(peer: Peer, { id, parentId, writers }: PromptDraft): void {
    const { desk, carry, answer } = this.#deps
    desk.closePrompt(id)
    carry(peer.participant.id, writers, parentId, id)
    answer(peer, { kind: 'prompt', act: 'send', outcome: 'sent', id })
  }

  #entryOf({ id, parentId, text, writers }: PromptDraft, author: ParticipantId): unknown {
    const { ledger, nowMs } = this.#deps
    const parent = parentId === null ? undefined : ledger().getEntry(parentId)
    const timeMs = parent === undefined ? nowMs() : Math.max(nowMs(), timeOf(parent))
    return {
      type: 'message',
      id,
      parentId,
      timestamp: new Date(timeMs).toISOString(),
      author,
      ...(writers.length === 0 ? {} : { contributors: writers }),
      message: { role: 'user', content: [{ type: 'text', text: text.toWellFormed() }], timestamp: timeMs },
    }
  }

  #discard(peer: Peer, { id, text }: PromptDraft): void {
    const { desk, answer } = this.#deps
    desk.closePrompt(id)
    answer(peer, { kind: 'prompt', act: 'discard', outcome: 'discarded', id, text })
  }

  #mustMayPrompt({ role }: Peer): void {
    if (!mayDo(role, 'append'))
      throw new SessionError('forbidden', 'You may not prompt in this session. Ask its owner to let you.')
  }

  /** The prompt, unless it was sent or thrown away before; the error names who sent it. */
  #mustBeOpen(id: EntryId): PromptDraft {
    const { desk, ledger, nameOf } = this.#deps
    const prompt = desk.prompt(id)
    const by = prompt === undefined ? ledger().getEntry(id)?.author : prompt.sentBy
    if (by !== undefined) throw new SessionError('conflict', `${nameOf(by)} sent it already.`, { details: { by } })
    if (prompt !== undefined) return prompt
    throw new SessionError('not_found', 'That prompt is not open any more: it was thrown away.')
  }

  #refuse(peer: Peer, { act, id }: Pick<PromptRequest, 'act' | 'id'>, error: unknown): void {
    const { answer, problem } = this.#deps
    if (!(error instanceof SessionError) || ERROR_TABLE[error.code].retry) problem(error)
    const known = error instanceof SessionError ? error : undefined
    const by = participantIdSchema.safeParse(known?.details?.['by'])
    answer(peer, {
      kind: 'prompt',
      act,
      outcome: 'refused',
      id,
      ...(by.success ? { by: by.data } : {}),
      code: known?.code ?? 'internal',
      message: known?.message ?? 'The server failed at this. The prompt is as it was; try again.',
    })
  }
}
