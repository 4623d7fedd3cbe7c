// What is coloured at all.

/** Longer texts stay in one ink: no one reads them for their colours. */
export const LONGEST_COLOURED = 20_000
