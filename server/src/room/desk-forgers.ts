// Who made the desk start anew for everyone by typing what cannot have been typed (DK30), and who may not type for that.
import type { DeskDead, ParticipantId } from '@coppice/shared'

/** So many times within so long, and their typing is not taken for a while. */
const MOST = 3
const WITHIN_MS = 60_000
const BARRED_MS = 10 * 60_000

/** What they are told when they type. */
export const BARRED: DeskDead['reason'] = {
  code: 'rate_limited',
  message:
    'What you typed broke the shared prompts several times, so it is not taken for a few minutes. It is kept for you as a draft.',
}

interface Past {
  /** When it happened lately, the longest ago first; at most `MOST`. */
  readonly timesMs: readonly number[]
  readonly barredUntilMs: number
}

export class DeskForgers {
  readonly #nowMs: () => number
  readonly #pasts = new Map<ParticipantId, Past>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** They did it again. */
  note(participant: ParticipantId): void {
    const nowMs = this.#nowMs()
    const lately = (this.#pasts.get(participant)?.timesMs ?? []).filter((timeMs) => nowMs - timeMs < WITHIN_MS)
    const timesMs = [...lately, nowMs]
    const barredUntilMs = timesMs.length >= MOST ? nowMs + BARRED_MS : 0
    this.#pasts.set(participant, { timesMs, barredUntilMs })
  }

  isBarred(participant: ParticipantId): boolean {
    return (this.#pasts.get(participant)?.barredUntilMs ?? 0) > this.#nowMs()
  }
}
