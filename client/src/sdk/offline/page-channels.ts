// Messages between those who listen under one name within this page or process, each delivered in a microtask of its own.
import type { SiblingChannel } from './doc-rows.ts'

export class PageChannels<T> {
  readonly #byName = new Map<string, Set<(message: T) => void>>()

  open(name: string, heard: (message: T) => void): SiblingChannel<T> {
    const members = this.#byName.get(name) ?? new Set()
    this.#byName.set(name, members)
    const member = (message: T): void => heard(message)
    members.add(member)
    return {
      post: (message) => {
        for (const other of members) {
          if (other !== member) queueMicrotask(() => members.has(other) && other(message))
        }
      },
      close: () => {
        members.delete(member)
        if (members.size === 0 && this.#byName.get(name) === members) this.#byName.delete(name)
      },
    }
  }
}
