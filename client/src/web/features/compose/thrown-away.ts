// When a change of the text by hand throws something away that one may want back.

/** Fewer letters than this, typed and taken back one by one, are no loss. */
const WORTH_LETTERS = 8
/** So many letters gone at once, and four fifths of the text with them, were thrown away. */
const MANY_LETTERS = 40
const LEFT_OVER = 5

export interface TextChange {
  /** The longest the text was since it was last empty. */
  readonly longest: string
  readonly before: string
  readonly after: string
}

/** The text that was thrown away by this change; undefined when nothing was. */
export function thrownAway({ longest, before, after }: TextChange): string | undefined {
  if (after.trim() === '') {
    if (longest.trim().length >= WORTH_LETTERS) return longest
    return before.trim().length >= 2 && before.length - after.length >= 2 ? before : undefined
  }
  const gone = before.length - after.length
  return gone >= MANY_LETTERS && after.length <= before.length / LEFT_OVER ? before : undefined
}
