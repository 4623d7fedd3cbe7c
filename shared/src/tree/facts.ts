// What entries say about the session and about other entries: labels, the session's name, Pi's durable moves.
// Registers beside the tree: the latest wins, in whatever order they arrive (TR8).
import type { Entry } from '../entry/entry.ts'
import type { LabelEntry } from '../entry/label.ts'
import type { LeafEntry } from '../entry/leaf.ts'
import type { SessionInfoEntry } from '../entry/session-info.ts'
import { Latest } from './order.ts'

interface Fact<E extends Entry> {
  readonly entry: E
}

export class Facts {
  private readonly labels = new Map<string, Latest<Fact<LabelEntry>>>()
  private readonly names = new Latest<Fact<SessionInfoEntry>>()
  private readonly moves = new Latest<Fact<LeafEntry>>()

  note(entry: Entry): void {
    if (entry.type === 'label') {
      const register = this.labels.get(entry.targetId) ?? new Latest<Fact<LabelEntry>>()
      register.offer({ entry })
      this.labels.set(entry.targetId, register)
    } else if (entry.type === 'session_info') this.names.offer({ entry })
    else if (entry.type === 'leaf') this.moves.offer({ entry })
  }

  /** The label entry that holds for a target, one that clears it included. */
  lastLabel(targetId: string): LabelEntry | undefined {
    return this.labels.get(targetId)?.value?.entry
  }

  /** The entry that names the session, one that clears the name included. */
  lastName(): SessionInfoEntry | undefined {
    return this.names.value?.entry
  }

  /** Pi's durable form of "stand there now". */
  lastMove(): LeafEntry | undefined {
    return this.moves.value?.entry
  }
}
