// What an exported file is called.

/** A name that every system takes as a file. */
export function fileNameOf(title: string): string {
  const name = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80)
  return name === '' ? 'session' : name
}
