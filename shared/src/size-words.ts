// Sizes as people say them.

const UNITS = [
  ['MB', 1024 * 1024],
  ['KB', 1024],
] as const

/** Such as "1.1 MB": never less than it is, so that what is above a limit also reads so. */
export function sizeWords(bytes: number): string {
  for (const [unit, size] of UNITS) if (bytes >= size) return `${Math.ceil((bytes / size) * 10) / 10} ${unit}`
  return `${bytes} bytes`
}
