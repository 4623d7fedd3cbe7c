// A picture that is part of the session. Its bytes are in the entry: nothing is loaded from anywhere.

const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

interface PictureProps {
  /** base64 */
  readonly data: string
  readonly mimeType: string
}

/** Has its height from the start, so that nothing moves when it is decoded. */
export function Picture({ data, mimeType }: PictureProps) {
  if (!SHOWN.has(mimeType)) return <p className="text-ink-3">A picture of a kind that is not shown ({mimeType})</p>
  return <img className="picture" src={`data:${mimeType};base64,${data}`} alt="Part of this message" />
}
