// A picture that is part of the session. Its bytes are in the entry: nothing is loaded from anywhere.
import { useState } from 'react'

const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

interface PictureProps {
  /** base64 */
  readonly data: string
  readonly mimeType: string
}

/** Has its height from the start, so that nothing moves when it is decoded. Larger on demand, to be read. */
export function Picture({ data, mimeType }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  const [isLarge, setLarge] = useState(false)
  if (!SHOWN.has(mimeType)) return <p className="text-ink-3">A picture of a kind that is not shown ({mimeType})</p>
  if (isBroken) return <p className="picture-broken">A picture that cannot be shown: its data is damaged</p>
  return (
    <button
      type="button"
      className="picture-button"
      aria-expanded={isLarge}
      aria-label={isLarge ? 'A picture. Show it small' : 'A picture. Show it large'}
      title={isLarge ? 'Show it small' : 'Show it large'}
      onClick={() => setLarge(!isLarge)}
    >
      <img
        className="picture"
        data-large={isLarge || undefined}
        src={`data:${mimeType};base64,${data}`}
        alt=""
        onError={() => setBroken(true)}
      />
    </button>
  )
}
