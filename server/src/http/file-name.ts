// The name a downloaded file gets.

const MAX_LENGTH = 80

/** A `Content-Disposition` (RFC 6266) that saves under the title, with a plain name for old programs. */
export function fileNameHeader(title: string, ending: string): string {
  const name = title
    .replaceAll(/[\p{C}"*/:<>?\\|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  // A cut may fall into the middle of a character.
  const shown = (name === '' ? 'session' : name).slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')
  const plain = shown
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\w .()-]+/g, '_')
  return `attachment; filename="${plain}.${ending}"; filename*=UTF-8''${encode(`${shown}.${ending}`)}`
}

/** RFC 8187: what `encodeURIComponent` leaves alone and a parameter may not hold is escaped as well. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
