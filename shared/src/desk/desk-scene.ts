// A desk for the tests of its admission: one streaming reply, two open prompts, and people with copies of their own.
// What the room does around admission is done here by hand.
import * as Y from 'yjs'
import type { Role } from '../access/roles.ts'
import { ALICE, BOB } from '../admission/scene.ts'
import { entryId, type ParticipantId } from '../entry/ids.ts'
import type { Refusal } from '../admission/outcome.ts'
import { admitDesk, type DeskAdmitted, type DeskContext, type DeskDead } from './admit-desk.ts'
import { addPromptWriter, findPrompt, findPromptText, openPrompt, readPrompts } from './prompt-draft.ts'
import { openReply, readReplies } from './reply-draft.ts'

export const DESK_SERVER = 5000
export const FIRST = entryId('first')
export const SECOND = entryId('second')
export const REPLY = entryId('reply')

export interface DeskOptions {
  readonly as?: ParticipantId
  readonly role?: Role
  readonly limits?: NonNullable<DeskContext['limits']>
}

export class DeskScene {
  desk = new Y.Doc()
  readonly owners = new Map<number, ParticipantId>()
  #lastClient = 10

  constructor(text = 'Hello world') {
    this.desk.clientID = DESK_SERVER
    const reply = { runId: 'run', author: BOB, startedBy: ALICE, startedAt: '', model: '', thinking: 'Hm' }
    openReply(this.desk, { ...reply, id: REPLY, parentId: null, text: 'An answer' })
    for (const id of [FIRST, SECOND])
      openPrompt(this.desk, { id, parentId: null, startedBy: BOB, startedAt: id, writers: [], text })
  }

  /** Another doc with what can be read of this one, as the room makes it. */
  startAnew(): void {
    const before = this.desk
    this.desk = new Y.Doc()
    this.desk.clientID = DESK_SERVER
    this.owners.clear()
    for (const reply of readReplies(before)) openReply(this.desk, reply)
    for (const prompt of readPrompts(before)) openPrompt(this.desk, prompt)
  }

  /** A fresh copy of the desk under a clientID of its own. */
  copy(): Y.Doc {
    const copy = new Y.Doc()
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(this.desk))
    copy.clientID = ++this.#lastClient
    return copy
  }

  admit(
    update: Uint8Array,
    { as = ALICE, role = 'prompt', limits }: DeskOptions = {},
  ): DeskAdmitted | DeskDead | Refusal {
    const who = { participant: as, role }
    return admitDesk(this.desk, update, { who, owners: this.owners, ...(limits === undefined ? {} : { limits }) })
  }

  /** Admits an update and does what the room does with it. */
  take(update: Uint8Array, options: DeskOptions = {}): DeskAdmitted | DeskDead | Refusal {
    const result = this.admit(update, options)
    if (result.outcome === 'refused') return result
    const as = options.as ?? ALICE
    for (const clientId of result.claims) this.owners.set(clientId, as)
    if (result.update !== undefined) Y.applyUpdate(this.desk, result.update)
    for (const id of result.typedIn) addPromptWriter(this.desk, id, as)
    return result
  }

  /** What a copy has that the desk lacks. */
  missing(copy: Y.Doc): Uint8Array {
    return Y.encodeStateAsUpdate(copy, Y.encodeStateVector(this.desk))
  }

  textOf(id = FIRST): string | undefined {
    return findPrompt(this.desk, id)?.text
  }
}

/** The update that changes of a copy make. */
export function typed(copy: Y.Doc, change: () => void): Uint8Array {
  const updates: Uint8Array[] = []
  const listen = (update: Uint8Array): void => void updates.push(update)
  copy.on('update', listen)
  change()
  copy.off('update', listen)
  return Y.mergeUpdates(updates)
}

export function textIn(copy: Y.Doc, id = FIRST): Y.Text {
  const text = findPromptText(copy, id)
  if (text === undefined) throw new Error(`prompt ${id} is not there`)
  return text
}
