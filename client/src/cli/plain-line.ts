// Words from files on a terminal: one line, and nothing that a terminal would obey.

export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .trim()
}
