// What I asked the server about shared prompts and have no answer to yet.
import {
  encodeJsonFrame,
  MESSAGE,
  SessionError,
  type EntryId,
  type PromptNotice,
  type PromptRequest,
} from '@coppice/shared'

const FRAME_TYPE = { open: MESSAGE.openPrompt, send: MESSAGE.sendPrompt, discard: MESSAGE.discardPrompt } as const

interface Waiting {
  readonly request: PromptRequest
  readonly resolve: (answer: PromptNotice) => void
  readonly reject: (error: SessionError) => void
  sent: boolean
}

export class DeskRequests {
  #waiting: Waiting[] = []

  /** Rejects with the SessionError of a refusal. `send` right away, or later with `sendAll`. */
  ask(request: PromptRequest, send?: (frame: Uint8Array) => void): Promise<PromptNotice> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject, sent: false })
      if (send !== undefined) this.sendAll(send)
    })
  }

  /** Sends what was not sent yet, in the order it was asked. */
  sendAll(send: (frame: Uint8Array) => void): void {
    for (const waiting of this.#waiting) {
      if (waiting.sent) continue
      waiting.sent = true
      const { act, ...body } = waiting.request
      send(encodeJsonFrame(FRAME_TYPE[act], body))
    }
  }

  answer(notice: PromptNotice): void {
    const id = notice.asked ?? notice.id
    const waiting = this.#waiting.find(({ request }) => request.act === notice.act && request.id === id)
    if (waiting === undefined) return
    this.#waiting = this.#waiting.filter((other) => other !== waiting)
    if (notice.outcome === 'refused') waiting.reject(refusalOf(notice))
    else waiting.resolve(notice)
  }

  /** The connection is gone, and nobody will answer. What was asked may have been done. */
  lost(): void {
    for (const { request, reject } of this.#waiting.splice(0)) reject(inDoubt(request))
  }
}

function refusalOf({ code = 'internal', message = 'The server said no.', by }: PromptNotice): SessionError {
  return new SessionError(code, message, by === undefined ? {} : { details: { by } })
}

function inDoubt({ act, id }: { readonly act: PromptRequest['act']; readonly id: EntryId }): SessionError {
  const what = {
    open: 'The connection was lost while the shared prompt was opened. Try again when you are back.',
    send: 'The connection was lost while the prompt was sent. Whether it was, you see when you are back.',
    discard: 'The connection was lost while the prompt was thrown away. Whether it was, you see when you are back.',
  }[act]
  return new SessionError('overloaded', what, { details: { promptId: id } })
}
