// A scene under attack, for the tests of admission: what is sent must be refused with the right code, and afterwards
// everything is as it was.
import * as Y from 'yjs'
import type { ErrorCode } from '../errors.ts'
import { craftUpdate, type CraftedStruct } from './craft.ts'
import { prompt, Scene, SERVER_CLIENT, updateOf, write, type SceneOptions } from './scene.ts'

/** A clientID that nobody has used. */
export const STRANGER = 666

export class Target extends Scene {
  readonly #before = Y.encodeStateAsUpdate(this.doc)

  /** Sends an update that must be refused with this code; returns the message. */
  refused(update: Uint8Array, code: ErrorCode, options: SceneOptions = {}): string {
    const outcome = this.admit(update, options)
    if (outcome.outcome === 'refused' && outcome.code === code) return outcome.message
    throw new Error(`expected ${code}, got ${JSON.stringify(outcome).slice(0, 500)}`)
  }

  /** Throws unless the record and the ledger are as at the start and an honest update still gets in. */
  assertUnharmed(): void {
    const after = Y.encodeStateAsUpdate(this.doc)
    const same = after.length === this.#before.length && after.every((byte, i) => byte === this.#before[i])
    const clocks = [1, SERVER_CLIENT, STRANGER].map((clientId) => this.ledger.nextClock(clientId))
    if (!same || clocks.join() !== '2,3,0') throw new Error(`the attack left traces: clocks ${clocks.join()}`)
    const client = this.client(42)
    this.expectAdmitted(updateOf(client, () => write(client, prompt('honest', 'second'))))
  }
}

/** An update with one struct under a clientID that nobody has used. */
export function one(struct: CraftedStruct): Uint8Array {
  return craftUpdate([{ clientId: STRANGER, clock: 0, structs: [struct] }])
}
