// Which copy of the session is in use, over its whole life: opened from what this device kept, joined to the server,
// and, after a refusal, given up for a fresh one into which everything is brought that may go there.
import { SessionError, type Entry, type EntryId, type Hello, type ParticipantId } from '@coppice/shared'
import { CopyShelf } from './offline/copy-shelf.ts'
import type { DeviceStore } from './offline/device-store.ts'
import type { SessionCard } from './offline/seat.ts'
import type { SessionDevice } from './offline/session-device.ts'
import { isRecoverable, quarantineEntries } from './recovery/quarantine.ts'
import { RecoveryBudget } from './recovery/recovery-budget.ts'
import { isSameWork, replay } from './recovery/replay.ts'
import { Replica, type ReplicaOptions } from './replica.ts'
import type { LateText, SessionStatus } from './types.ts'

const STARTING_OVER = 'The session is being put right after a refusal. What you wrote is kept; write again in a moment.'

export interface CopiesOptions extends Omit<ReplicaOptions, 'leaves' | 'on'> {
  readonly device: SessionDevice
  /** Undefined: nothing outlives the page. */
  readonly store: DeviceStore | undefined
  /** Who I am, as far as is known without the server. */
  readonly participant: ParticipantId | undefined
  /** Where this tab stood last. */
  readonly leafId: EntryId | null | undefined
  readonly on: CopiesEvents
}

export interface CopiesEvents {
  /** From here on this copy is what the session shows. */
  adopted(replica: Replica): void
  /** There is something to read and write on, though the server was not heard of. */
  openedOffline(): void
  /** The server let me in and said what it has, and nothing of mine has gone up yet. */
  compared(): void
  /** Entries are in the tree of `replica`. */
  arrived(entries: readonly Entry[], replica: Replica, fromServer: boolean): void
  /** A copy has all the server had. */
  synced(): void
  lost(): void
  /** The server greeted somebody else: nothing more becomes known of what was written here until now. */
  seatChanging(error: SessionError): void
  /** What is saved, or waits, is another thing now. */
  changed(): void
  /** The copy in use was refused, and another one is on its way. */
  startingOver(): void
  /** The copy that is on its way cannot reach the server now; it is tried again. */
  away(status: SessionStatus): void
  /** In step with the server, and what was refused has been tried again. */
  settled(): Promise<void>
  /** The server said no for good. */
  ended(error: SessionError): void
}

export class Copies {
  readonly #options: CopiesOptions
  readonly #budget: RecoveryBudget
  readonly #shelf: CopyShelf
  /** The copy in use. */
  #replica: Replica
  /** A fresh copy that is not in step with the server yet. */
  #next: Replica | undefined
  /** Where an earlier page stood. */
  #cardLeafId: EntryId | null | undefined
  /** Where I stood when a copy was given up, and the entries above it: there I go again when they are there. */
  #placesBefore: readonly EntryId[] = []
  /** Another person sits here now, who never stood in the copy in use. */
  #isSeatNew = false
  /** Where this tab stood last. */
  #tabLeafId: EntryId | null | undefined
  /** Copies whose work is in quarantine, or waits for its owner. */
  readonly #givenUp = new WeakSet<Replica>()
  #closed = false

  constructor(options: CopiesOptions) {
    this.#options = options
    this.#tabLeafId = options.leafId
    this.#budget = new RecoveryBudget(options.environment.now)
    this.#shelf = new CopyShelf({ ...options, isInUse: (id) => this.#replica.tree.index.has(id) })
    this.#replica = this.#newCopy()
  }

  get replica(): Replica {
    return this.#replica
  }

  /** Opens what the device kept, then joins. */
  start(): void {
    if (this.#options.store === undefined) this.#replica.connection.connect()
    else void this.#openFromDevice()
  }

  /** I chose a place of my own: the one from before a refusal does not matter any more. */
  moved(): void {
    this.#placesBefore = []
  }

  /** What is here, saved, or listed is another thing now: what was refused and arrived after all goes off the list. */
  lookAtList(): void {
    if (this.#replica.connection.status.get().state !== 'live') return
    const { list } = this.#options.device.quarantine
    if (list.get().some(({ state, entry }) => state === 'refused' && this.#hasArrived(entry))) void this.#settle()
  }

  #hasArrived(entry: Entry): boolean {
    const there = this.#replica.tree.index.get(entry.id)
    return there !== undefined && !this.#replica.work.isUnsaved(entry.id) && isSameWork(there, entry)
  }

  /** Tries to connect now, if the next attempt still waits for its turn. */
  reconnect(): void {
    const replica = this.#next ?? this.#replica
    replica.connection.hurry()
  }

  /** Nothing is written or sent from here on; what is there can be read. */
  end(error: SessionError): void {
    for (const replica of [this.#replica, this.#next]) this.#end(replica, error)
  }

  /** Resolves when everything written so far is on this device. Rejects with the StoreError of what failed. */
  async whenKept(): Promise<void> {
    await this.#shelf.whenIdle()
    await this.#replica.flush()
  }

  /** Frees everything. Resolves when what was written is on the device. */
  async close(reason: SessionError): Promise<void> {
    this.#closed = true
    await Promise.all([this.#next?.close(reason), this.#replica.close(reason)])
  }

  /** What this device kept is there before the server is asked. Never rejects. */
  async #openFromDevice(): Promise<void> {
    const card = await this.#options.device.find(this.#options.participant)
    if (card !== undefined) {
      this.#options.clock.restore(card.clockOffsetMs)
      this.#cardLeafId = card.leafId
      if (await this.#shelf.open(this.#replica, card)) {
        await this.#shelf.lookThrough(card)
        // A page that went before the session was there has kept nothing that one could read.
        if (!this.#replica.isEmpty) {
          this.#replica.openOffline()
          this.#options.on.openedOffline()
        }
        void this.#sweep(card)
      }
    }
    if (!this.#closed) this.#replica.connection.connect()
  }

  /** A copy that takes the place of the one in use: what I say of myself goes along from the first word. */
  #nextCopy(): Replica {
    const replica = this.#newCopy()
    replica.self.goOnFrom(this.#replica.self)
    return replica
  }

  #newCopy(): Replica {
    const { on } = this.#options
    const replica: Replica = new Replica({
      ...this.#options,
      leaves: () => this.#places(),
      on: {
        greeted: (hello) => this.#greeted(replica, hello),
        compared: () => {
          if (replica === this.#replica) on.compared()
        },
        synced: () => this.#synced(replica),
        lost: () => on.lost(),
        arrived: (entries, fromServer) => on.arrived(entries, replica, fromServer),
        savedChanged: () => {
          if (replica === this.#replica) on.changed()
        },
        late: (text) => this.#keepLate([text]),
        refused: (error, toContent) => this.#refused(error, toContent),
      },
    })
    return replica
  }

  #adopt(replica: Replica): void {
    replica.self.goOnFrom(this.#replica.self)
    this.#replica = replica
    this.#options.on.adopted(replica)
  }

  #greeted(replica: Replica, hello: Hello): boolean {
    this.#options.clock.hearTime(hello.nowMs)
    const before = this.#replica.hello.get()
    if (before !== undefined && before.participant.id !== hello.participant.id) {
      this.#someoneElse(replica, hello)
      return false
    }
    if (before !== undefined && before.incarnation !== hello.incarnation && replica === this.#replica) {
      this.#startOver(new SessionError('gone', 'The history of this session was rewritten.'), hello)
      return false
    }
    if (replica === this.#replica) {
      if (this.#options.store === undefined) void this.#options.device.take(hello)
      else void this.#shelf.inTurn(() => this.#keepFor(replica, hello))
    }
    return true
  }

  /** The server said who I am: what this device keeps is kept under that name. Never rejects. */
  async #keepFor(replica: Replica, hello: Hello): Promise<void> {
    const { device } = this.#options
    const card = await device.take(hello)
    if (card === undefined || device.keeping.get().kind === 'kept') return
    if (this.#closed || this.#givenUp.has(replica)) return
    if (await this.#shelf.keep(replica, hello, card.generation)) void this.#sweep(card)
  }

  /** Somebody else is signed in on this device now: what is kept here waits for its owner. */
  #someoneElse(replica: Replica, hello: Hello): void {
    const { device } = this.#options
    const isAllKept = device.keeping.get().kind === 'kept' || this.#replica.work.unsaved().length === 0
    if (isAllKept && device.isAllWritten) void this.#changeSeat(hello)
    else
      replica.connection.refuse(
        new SessionError('client_taken', 'You are signed in as someone else now. Load the page again to go on.'),
      )
  }

  async #changeSeat(hello: Hello): Promise<void> {
    const old = this.#replica
    const error = new SessionError(
      'client_taken',
      'You are signed in as someone else now. What you wrote waits for you.',
    )
    this.#next?.end(new SessionError('out_of_step', STARTING_OVER))
    this.#next = undefined
    this.#givenUp.add(old)
    this.#end(
      old,
      new SessionError('out_of_step', 'You are signed in as someone else now. The session is opened anew.'),
    )
    this.#options.on.seatChanging(error)
    await this.#options.device.save()
    await this.#shelf.inTurn(() => this.#sitDown(hello))
    await old.close(new SessionError('gone', STARTING_OVER))
  }

  async #sitDown(hello: Hello): Promise<void> {
    const card = await this.#options.device.take(hello)
    if (this.#closed) return
    // Where the one before stood is no place of theirs.
    this.#placesBefore = []
    this.#tabLeafId = undefined
    this.#cardLeafId = card?.leafId
    this.#isSeatNew = true
    const fresh = this.#nextCopy()
    if (card !== undefined) await this.#shelf.open(fresh, card)
    if (this.#closed) return fresh.close(new SessionError('gone', STARTING_OVER))
    this.#adopt(fresh)
    fresh.connection.connect()
  }

  #synced(replica: Replica): void {
    this.#isSeatNew = false
    if (replica === this.#next) void this.#moveOver(replica)
    else void this.#settle()
    this.#options.on.synced()
  }

  /** In step with the server: what was refused is tried again, and answers are asked for. Never rejects. */
  async #settle(): Promise<void> {
    const replica = this.#replica
    try {
      await this.#options.device.exclusively('replay', () => this.#replay(replica))
      await this.#options.on.settled()
    } catch (error) {
      this.#options.onProblem(error)
    }
  }

  async #replay(replica: Replica): Promise<void> {
    const { quarantine } = this.#options.device
    const isOver = (): boolean => replica !== this.#replica || replica.isEnded
    await quarantine.reload()
    await replay({
      items: () => quarantine.list.get(),
      put: (...items) => quarantine.put(...items),
      remove: (...ids) => quarantine.remove(...ids),
      find: (id) => replica.tree.index.get(id),
      write: (entry) => replica.rewrite(entry),
      isOver,
      whenSaved: (ids) => replica.whenSaved(ids),
    })
    if (isOver()) return
    const place = this.#placesBefore.find((id) => replica.tree.index.has(id))
    this.#placesBefore = []
    if (place !== undefined && place !== replica.leaf.get()) replica.moveTo(place)
  }

  #refused(error: SessionError, toContent: boolean): void {
    if (toContent && isRecoverable(error.code) && this.#budget.take()) this.#startOver(error)
    else this.#options.on.ended(error)
  }

  /**
   * The copy in use cannot go on: what the server lacks of it is put into quarantine, and a fresh copy joins. The old
   * one is shown, and kept on the device, until the fresh one is in step.
   */
  #startOver(error: SessionError, hello?: Hello): void {
    const old = this.#replica
    this.#next?.end(error)
    this.#next = undefined
    this.#givenUp.add(old)
    this.#end(old, new SessionError('out_of_step', STARTING_OVER))
    this.#options.on.startingOver()
    if (this.#placesBefore.length === 0) this.#placesBefore = this.#pathUp()
    void this.#rescueAndJoin(old, error, hello)
  }

  async #rescueAndJoin(old: Replica, error: SessionError, hello: Hello | undefined): Promise<void> {
    const { quarantine } = this.#options.device
    await quarantine.reload()
    await quarantine.put(
      ...quarantineEntries(old.work.unsaved(), error, {
        known: (id) => quarantine.get(id),
        nowMs: this.#options.environment.now(),
      }),
    )
    if (hello !== undefined) await this.#options.device.take(hello)
    if (this.#closed) return
    const next = this.#nextCopy()
    this.#next = next
    const { status } = next.connection
    status.subscribe(() => {
      if (next === this.#next && status.get().state === 'offline') this.#options.on.away(status.get())
    })
    next.connection.connect()
  }

  /** The fresh copy is in step: it takes the place of the old one. */
  async #moveOver(next: Replica): Promise<void> {
    const old = this.#replica
    this.#next = undefined
    this.#adopt(next)
    // Who stands there again already may be carried on by a run from here on.
    if (next.leaf.get() === this.#placesBefore[0]) this.#placesBefore = []
    void this.#settle()
    await this.#shelf.inTurn(() => this.#keepAnew(next))
    await old.close(new SessionError('gone', STARTING_OVER))
    const card = await this.#options.device.seat?.card().catch(() => undefined)
    void this.#sweep(card)
  }

  async #keepAnew(next: Replica): Promise<void> {
    const hello = next.hello.get()
    if (hello !== undefined) await this.#shelf.keepAnew(next, hello, () => this.#givenUp.has(next))
  }

  async #sweep(card: SessionCard | undefined): Promise<void> {
    // Also after trouble: what was found by then waits.
    if ((await this.#shelf.sweep(card)) && this.#replica.connection.status.get().state === 'live') await this.#settle()
  }

  /** Ends a copy; what was typed there in shared prompts, and the server was not seen to have, is late. */
  #end(replica: Replica | undefined, error: SessionError): void {
    if (replica === undefined || replica.isEnded) return
    this.#keepLate(replica.desk.rescue())
    replica.end(error)
  }

  /** Text that came too late comes in pieces: what is there of a prompt goes on. */
  #keepLate(texts: readonly LateText[]): void {
    const { late } = this.#options.device
    for (const text of texts) {
      const before = late.get(text.promptId)
      void late.put(before === undefined ? text : { ...text, text: before.text + text.text })
    }
  }

  /** Where I stood, or the nearest place above that; where I stood nowhere yet, what is known from before. */
  #places(): readonly (EntryId | null | undefined)[] {
    if (this.#replica.tree.store.get().open && !this.#isSeatNew) return [...this.#pathUp(), null]
    return [this.#tabLeafId ?? undefined, this.#cardLeafId ?? undefined]
  }

  #pathUp(): readonly EntryId[] {
    const { tree, leaf } = this.#replica
    return tree.index
      .pathTo(leaf.get())
      .map(({ id }) => id)
      .toReversed()
  }
}
