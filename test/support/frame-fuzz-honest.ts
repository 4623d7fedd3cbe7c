// What the two honest people do between the frames of the others: write, type, ask for prompts, say where they stand.
import {
  encodeAwarenessFrame,
  encodeJsonFrame,
  entriesOf,
  findPromptText,
  MESSAGE,
  encodeSyncFrame,
  newEntryId,
  readPrompts,
  type EntryId,
} from '@coppice/shared'
import { typed } from '../../shared/src/desk/desk-scene.ts'
import { userEntry } from './entries.ts'
import { anyOf } from './frame-fuzz-shot.ts'
import type { Line } from './frame-fuzz-line.ts'
import type { World } from './frame-fuzz-world.ts'

export class Honest {
  /** Entries they wrote: each has to be in the log. */
  readonly written = new Set<EntryId>()
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Queues what one of them does. */
  act(): void {
    const { chance, carol, dave } = this.#world
    const line = chance.isLucky(0.6) ? carol : dave
    const act = chance.pick<() => void>([
      [5, () => this.#write(line)],
      [3, () => this.#stand(line)],
      [4, () => this.#type(carol)],
      [1, () => this.#open(carol)],
      [1, () => this.#send(carol)],
    ])
    act()
  }

  #write(line: Line): void {
    const { chance, nowMs } = this.#world
    const parent = anyOf(chance, [undefined, ...entriesOf(line.record).values()])
    const timeMs = Math.max(nowMs, parent === undefined ? 0 : Date.parse(parent.timestamp))
    const entry = userEntry(line.seat.participant.id, parent?.id ?? null, 'honest', timeMs)
    entriesOf(line.record).set(entry.id, entry as never)
    this.written.add(entry.id as EntryId)
  }

  #stand(line: Line): void {
    const state = { leafId: anyOf(this.#world.chance, [null, ...entriesOf(line.record).keys()]) }
    line.up.push(encodeAwarenessFrame([{ clientId: line.record.clientID, clock: 1, state }]))
  }

  #type(line: Line): void {
    const { chance } = this.#world
    const prompts = readPrompts(line.desk).filter(({ sentBy }) => sentBy === undefined)
    if (!line.isAtDesk || prompts.length === 0) return this.#open(line)
    const text = findPromptText(line.desk, anyOf(chance, prompts).id)
    if (text === undefined) return
    const at = chance.upTo(text.length)
    const update = typed(line.desk, () => {
      if (at < text.length && chance.isLucky(0.3)) text.delete(at, 1)
      else text.insert(at, anyOf(chance, ['x', 'word ', '👩‍🌾']))
    })
    line.up.push(encodeSyncFrame('desk', 'update', update))
  }

  #open(line: Line): void {
    const { chance, nowMs } = this.#world
    const parentId = anyOf(chance, [null, ...entriesOf(line.record).keys()])
    line.up.push(encodeJsonFrame(MESSAGE.openPrompt, { id: newEntryId(nowMs), parentId, text: 'Hi' }))
  }

  #send(line: Line): void {
    const prompts = readPrompts(line.desk)
    if (prompts.length > 0)
      line.up.push(encodeJsonFrame(MESSAGE.sendPrompt, { id: anyOf(this.#world.chance, prompts).id }))
  }
}
