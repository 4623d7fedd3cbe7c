// How a fact's value is kept: as JSON text, so that every platform gives back the same.

/** Undefined for what JSON does not have, such as undefined itself. */
export function textOfFact(value: unknown): string | undefined {
  return JSON.stringify(value)
}

export function factOfText(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : undefined
}
