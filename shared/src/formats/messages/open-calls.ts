// The calls of a talk that no tool has answered yet, in order.

export class OpenCalls {
  private readonly names = new Map<string, string>()
  private readonly waiting = new Set<string>()

  open(id: string, name: string): void {
    this.names.set(id, name)
    this.waiting.add(id)
  }

  /** The call is answered. Its tool's name, undefined for a call that nobody made. */
  close(id: string): string | undefined {
    this.waiting.delete(id)
    return this.names.get(id)
  }

  /** The first open call, of that tool if it is named: older APIs give their answers no id. */
  idFor(name: string | undefined): string | undefined {
    for (const id of this.waiting) if (name === undefined || this.names.get(id) === name) return id
    return undefined
  }
}
