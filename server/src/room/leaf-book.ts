// Each participant's last leaf, kept so that they find their place again. A hint, saved soon but not at once.
import type { EntryId, ParticipantId, SessionId } from '@coppice/shared'
import type { SessionLog } from '../log/session-log.ts'

export class LeafBook {
  readonly #log: SessionLog
  readonly #session: SessionId
  readonly #leaves: Map<ParticipantId, EntryId | null>
  readonly #changed = new Map<ParticipantId, EntryId | null>()

  constructor(log: SessionLog, session: SessionId, leaves: ReadonlyMap<ParticipantId, EntryId | null>) {
    this.#log = log
    this.#session = session
    this.#leaves = new Map(leaves)
  }

  /** Undefined for someone who was never here. */
  get(participant: ParticipantId): EntryId | null | undefined {
    return this.#leaves.get(participant)
  }

  set(participant: ParticipantId, leafId: EntryId | null): void {
    if (this.#leaves.get(participant) === leafId && this.#leaves.has(participant)) return
    this.#leaves.set(participant, leafId)
    this.#changed.set(participant, leafId)
  }

  async save(): Promise<void> {
    if (this.#changed.size === 0) return
    const changed = new Map(this.#changed)
    this.#changed.clear()
    try {
      await this.#log.saveLeaves(this.#session, changed)
    } catch (error) {
      for (const [participant, leafId] of changed) {
        if (!this.#changed.has(participant)) this.#changed.set(participant, leafId)
      }
      throw error
    }
  }
}
