// Who was signed in last, remembered for this server, so that the app opens without it. Nothing secret: the cookie is
// the browser's.
import { participantSchema, type Participant } from '@coppice/shared'
import { z } from 'zod'

const KEY = 'coppice.me'
const keptSchema = z.object({ participant: participantSchema, signedOut: z.boolean().optional() })

/** What of the browser's storage is needed. */
type MeStorage = Pick<Storage, 'getItem' | 'setItem'>

export class RememberedMe {
  readonly #storage: () => MeStorage

  constructor(storage: () => MeStorage) {
    this.#storage = storage
  }

  /** Who was signed in when the server was last asked; undefined when nobody was. */
  read(): Participant | undefined {
    const kept = this.#read()
    return kept?.signedOut === true ? undefined : kept?.participant
  }

  /** Whose work may lie on this device, signed in or not. */
  lastOne(): Participant | undefined {
    return this.#read()?.participant
  }

  keep(participant: Participant): void {
    this.#write({ participant })
  }

  /** The server said that nobody is signed in. What this person wrote stays on the device for their return. */
  signOut(): void {
    const kept = this.#read()
    if (kept !== undefined) this.#write({ ...kept, signedOut: true })
  }

  #read(): z.infer<typeof keptSchema> | undefined {
    try {
      const raw = this.#storage().getItem(KEY)
      return raw === null ? undefined : keptSchema.safeParse(JSON.parse(raw)).data
    } catch (error) {
      console.info('Who was signed in last is not known.', error)
      return undefined
    }
  }

  #write(kept: z.infer<typeof keptSchema>): void {
    try {
      this.#storage().setItem(KEY, JSON.stringify(kept))
    } catch (error) {
      console.info('Who is signed in is not remembered, so the app will not open without the server.', error)
    }
  }
}

export const rememberedMe = new RememberedMe(() => window.localStorage)
