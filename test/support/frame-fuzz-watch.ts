// Watches the docs of a room while frames come in, and says what may never be there, whatever came: entries that change,
// go, or are somebody else's; facts nobody wrote; what waits in a doc; what the log does not have yet.
import type { Room } from '@coppice/server/room/room'
import {
  DESK_ROOTS,
  entriesOf,
  entryWireBytes,
  MAX_DESK_STRUCTS,
  MAX_OPEN_PROMPTS,
  MAX_PROMPT_LENGTH,
  readPrompts,
  readReplies,
  RECORD_ROOTS,
  SERVER_PARTICIPANT,
  type Entry,
  type EntryId,
  type PromptDraft,
} from '@coppice/shared'
import * as Y from 'yjs'
import { docOf, ledgerOf } from './frame-fuzz-inside.ts'
import type { WatchedLog } from './frame-fuzz-log.ts'

/** What must not be different after a frame that was refused. */
export interface Counts {
  readonly appends: number
  readonly head: number
  readonly rows: number
  readonly bindings: number
  readonly recordUpdates: number
  readonly deskUpdates: number
}

export class Watch {
  readonly entries = new Map<EntryId, Entry>()
  /** Entries that came since this was emptied. */
  fresh: Entry[] = []
  /** The shared prompts as JSON, when they were looked at last. */
  prompts = ''
  /** What happened that may not, since the last look. */
  readonly #wrong: string[] = []
  readonly #room: Room
  readonly #log: WatchedLog
  #desk: Y.Doc
  #bytes = 0
  #recordUpdates = 0
  #deskUpdates = 0
  #epoch = ''
  #seenDeskUpdates = -1
  #expectedDeskUpdates = -1
  /** What was told of this desk, in order. */
  #told: Uint8Array[] = []
  #replies = ''
  #fields = ''

  constructor(room: Room, log: WatchedLog) {
    this.#room = room
    this.#log = log
    for (const entry of entriesOf(room.doc).values()) this.#learn(entry)
    this.#desk = this.#listenToDesk()
    room.doc.on('update', () => {
      this.#recordUpdates++
      for (const clientId of room.doc.store.clients.keys())
        if (Y.getState(room.doc.store, clientId) > Y.getState(log.replay.store, clientId))
          this.#wrong.push(`the record shows of clientID ${clientId} what the log does not have`)
    })
    room.doc.on('afterTransaction', ({ deleteSet }: Y.Transaction) => {
      if (deleteSet.clients.size > 0) this.#wrong.push('something was deleted from the record')
    })
    entriesOf(room.doc).observe((event) => {
      for (const [key, { action }] of event.changes.keys) {
        const entry = entriesOf(room.doc).get(key)
        if (action === 'add' && entry !== undefined) this.#learn(entry, key)
        else this.#wrong.push(`entry ${key} was changed: ${action}`)
      }
    })
    for (const root of [RECORD_ROOTS.people, RECORD_ROOTS.meta])
      room.doc.getMap(root).observe(() => this.#wrong.push(`${root} was written to`))
    this.expectDesk()
  }

  get deskDoc(): Y.Doc {
    return this.#desk
  }

  counts(): Counts {
    const { appends, head, rows, owners } = this.#log
    return {
      appends,
      head,
      rows,
      bindings: owners.size,
      recordUpdates: this.#recordUpdates,
      deskUpdates: this.#deskUpdates,
    }
  }

  /** What the server itself did at the desk, or was asked to do with prompts, is right. */
  expectDesk(): void {
    this.#desk = this.#listenToDesk()
    if (this.#deskUpdates === this.#expectedDeskUpdates) return
    this.#expectedDeskUpdates = this.#deskUpdates
    this.#replies = JSON.stringify(readReplies(this.#desk))
    this.#fields = fieldsOf(readPrompts(this.#desk))
  }

  /** What is wrong after something came in and settled. */
  look(): string[] {
    const before = this.#desk
    const wrong = this.#wrong.splice(0)
    this.#desk = this.#listenToDesk()
    for (const [name, doc] of [
      ['record', this.#room.doc],
      ['desk', before],
      ['desk', this.#desk],
    ] as const)
      if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null)
        wrong.push(`something pends in the ${name}`)
    for (const root of this.#room.doc.share.keys())
      if (!Object.hasOwn(RECORD_ROOTS, root)) wrong.push(`the record has the root ${root}`)
    if (this.#deskUpdates !== this.#seenDeskUpdates) wrong.push(...this.#lookAtDesk())
    this.#seenDeskUpdates = this.#deskUpdates
    return [...wrong, ...this.#lookAtLedger()]
  }

  #lookAtDesk(): string[] {
    const wrong: string[] = []
    const prompts = readPrompts(this.#desk)
    this.prompts = JSON.stringify(prompts)
    for (const root of this.#desk.share.keys())
      if (!Object.hasOwn(DESK_ROOTS, root)) wrong.push(`the desk has the root ${root}`)
    if (JSON.stringify(readReplies(this.#desk)) !== this.#replies) wrong.push('an answer was changed')
    if (fieldsOf(prompts) !== this.#fields) wrong.push('prompts were opened, ended or changed without being asked for')
    if (prompts.length > MAX_OPEN_PROMPTS) wrong.push(`${prompts.length} prompts are open`)
    if (prompts.length !== this.#desk.getMap(DESK_ROOTS.prompts).size) wrong.push('a prompt cannot be read')
    for (const { text } of prompts)
      if (text.length > MAX_PROMPT_LENGTH) wrong.push(`a prompt has ${text.length} characters`)
    let structs = 0
    for (const line of this.#desk.store.clients.values()) structs += line.length
    if (structs > MAX_DESK_STRUCTS) wrong.push(`the desk holds ${structs} structs`)
    return wrong
  }

  /** Nothing waits any more, so the ledger is the record and the log, and nothing besides. */
  #lookAtLedger(): string[] {
    const { doc, head } = this.#room
    const ledger = ledgerOf(doc)
    const wrong: string[] = []
    if (head !== this.#log.head) wrong.push(`the room is at head ${head}, the log at ${this.#log.head}`)
    if (ledger.bytes !== this.#bytes)
      wrong.push(`the ledger counts ${ledger.bytes} bytes, and there are ${this.#bytes}`)
    return wrong
  }

  /** A ledger that forgets what waits forgets nothing, and a copy that hears of the desk in another order reads the same. */
  lookAtTheEnd(): string[] {
    const ledger = ledgerOf(this.#room.doc)
    ledger.restart([...this.#log.owners].map(([clientId, participant]) => ({ clientId, participant })))
    const wrong = this.#lookAtLedger()
    const copy = new Y.Doc()
    for (const update of this.#told.toReversed()) Y.applyUpdate(copy, update)
    const [here, there] = [copy, this.#desk].map((doc) => JSON.stringify(readPrompts(doc)))
    if (here !== there) wrong.push(`who hears of the desk in another order reads ${here} and not ${there}`)
    copy.destroy()
    return wrong
  }

  /** What the ledger keeps of a clientID that the record and the log do not have. */
  lookAtClient(clientId: number): string[] {
    const { doc } = this.#room
    const ledger = ledgerOf(doc)
    const wrong: string[] = []
    if (ledger.nextClock(clientId) !== Y.getState(doc.store, clientId))
      wrong.push(`the ledger waits for clocks of clientID ${clientId}`)
    const owner = this.#log.owners.get(clientId)
    // What is the server's is known to the ledger by its clocks.
    if (owner !== SERVER_PARTICIPANT && ledger.ownerOf(clientId) !== owner)
      wrong.push(`the ledger has another owner of clientID ${clientId} than the log`)
    return wrong
  }

  #learn(entry: Entry, key: string = entry.id): void {
    if (key !== entry.id) this.#wrong.push(`entry ${entry.id} stands under ${key}`)
    if (entry.parentId !== null && !this.entries.has(entry.parentId) && !entriesOf(this.#room.doc).has(entry.parentId))
      this.#wrong.push(`entry ${entry.id} has no parent`)
    const clientId = entriesOf(this.#room.doc)._map.get(key)?.id.client ?? 0
    const owner = this.#log.owners.get(clientId)
    if (owner !== SERVER_PARTICIPANT && owner !== entry.author)
      this.#wrong.push(`entry ${entry.id} by ${entry.author} was written under the clientID of ${owner ?? 'nobody'}`)
    this.entries.set(entry.id, entry)
    this.fresh.push(entry)
    this.#bytes += entryWireBytes(entry)
  }

  /** The desk's doc, which is another one after the desk started anew. */
  #listenToDesk(): Y.Doc {
    const { epoch } = this.#room.desk
    if (epoch === this.#epoch) return this.#desk
    this.#epoch = epoch
    const doc = docOf(this.#room.desk)
    this.#deskUpdates++
    this.#told = [Y.encodeStateAsUpdate(doc)]
    doc.on('update', (update: Uint8Array) => {
      this.#deskUpdates++
      this.#told.push(update)
    })
    return doc
  }
}

/** Everything of the prompts but what people type. */
function fieldsOf(prompts: readonly PromptDraft[]): string {
  return JSON.stringify(prompts.map(({ text: _text, writers: _writers, ...fields }) => fields))
}
