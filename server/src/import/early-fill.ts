// A new session whose first entries are written while the rest of its file is still being read. Whether it becomes one
// shows at the end of the file.
import type { EntrySlice } from '../room/entry-slice.ts'
import type { Fillable } from './fill-session.ts'

export class EarlyFill<Session extends Fillable> {
  readonly #begin: () => Promise<Session>
  #session: Promise<Session> | undefined

  /** @param begin makes the session, when there is something to write */
  constructor(begin: () => Promise<Session>) {
    this.#begin = begin
  }

  /** Resolves when there is room for more. */
  readonly take = async (slice: EntrySlice): Promise<void> => {
    this.#session ??= this.#begin()
    const session = await this.#session
    await session.add(slice)
  }

  /** What was begun, or else begins now. The caller sees to it from now on. */
  async claim(): Promise<Session> {
    const session = this.#session ?? this.#begin()
    this.#session = undefined
    return session
  }

  /** Takes away what was begun and not claimed. */
  async drop(undone: (error: unknown) => void): Promise<void> {
    const session = await this.#session?.catch(() => undefined)
    this.#session = undefined
    await session?.discard().catch(undone)
  }
}
