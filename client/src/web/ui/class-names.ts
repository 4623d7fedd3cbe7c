// Puts class names together.

/** Joins what is a string; conditions that do not hold (`false`, `undefined`, `null`) are left out. */
export function classNames(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
}
