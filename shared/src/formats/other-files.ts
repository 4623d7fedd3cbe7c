// Files that are no sessions of any tool: known by how they begin, so that they can be called by their names.

interface OtherKind {
  /** As in "This is a PDF." */
  readonly name: string
  /** Of the beginning read as UTF-8, where a byte that is none reads as U+FFFD. */
  readonly start: RegExp
  readonly isArchive?: true
}

/* oxlint-disable no-control-regex -- reason: files of these kinds begin with control characters */
const KINDS: readonly OtherKind[] = [
  { name: 'a PDF', start: /^%PDF-/ },
  { name: 'a PNG picture', start: /^\ufffdPNG\r\n/ },
  { name: 'a JPEG picture', start: /^\ufffd{3,4}[\s\S]{0,4}(?:JFIF|Exif)/ },
  { name: 'a GIF picture', start: /^GIF8[79]a/ },
  { name: 'a WebP picture', start: /^RIFF[\s\S]{1,4}WEBP/ },
  { name: 'an SVG picture', start: /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,1000}?-->\s*)?<svg\b/i },
  { name: 'a sound file', start: /^(?:ID3[\u0002-\u0004]|OggS|fLaC|RIFF[\s\S]{1,4}WAVE)/ },
  { name: 'a film or a photo', start: /^[\s\S]{4}ftyp/ },
  { name: 'an RTF document', start: /^\{\\rtf/ },
  {
    name: 'an Office document',
    start: /^PK\u0003\u0004[\s\S]{0,4000}(?:\[Content_Types\]\.xml|application\/vnd\.oasis)/,
  },
  { name: 'an older Office document', start: /^\ufffd\ufffd\u0011\ufffd\ufffd\u001a\ufffd/ },
  { name: 'an e-book', start: /^PK\u0003\u0004[\s\S]{0,100}application\/epub\+zip/ },
  { name: 'an SQLite database', start: /^SQLite format 3\0/ },
  { name: 'a zip archive', start: /^PK(?:\u0003\u0004|\u0005\u0006)/, isArchive: true },
  { name: 'a gzip archive', start: /^\u001f\ufffd\u0008/, isArchive: true },
  { name: 'a 7z archive', start: /^7z\ufffd\ufffd'\u001c/, isArchive: true },
  { name: 'a RAR archive', start: /^Rar!\u001a\u0007/, isArchive: true },
  { name: 'a tar archive', start: /^[^\0]{1,100}\0[\s\S]{156,256}ustar[\0 ]/, isArchive: true },
]
/* oxlint-enable no-control-regex */

/** What to choose in place of a file that is no session. */
export const CHOOSE_A_SESSION =
  'Choose a session file: the .jsonl of a coding agent, or what a chat exports as JSON, such as conversations.json.'

/** Says in words what the file is, and what to choose; undefined for what may be text or is not known. */
export function otherFileWords(head: string): string | undefined {
  const kind = KINDS.find(({ start }) => start.test(head))
  if (kind === undefined) return undefined
  return kind.isArchive === true
    ? `This is ${kind.name}. Unpack it and choose the session file in it, such as conversations.json.`
    : `This is ${kind.name}. ${CHOOSE_A_SESSION}`
}
