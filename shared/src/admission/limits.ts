// What one update may cost, beside the limits every client is told (`entry/limits.ts`).

/** Clocks and lengths of an update stay below this, so that sums of them are exact. */
export const MAX_CLOCK = 2 ** 31 - 1
/** Most structs in one update, those the record has already included. */
export const MAX_UPDATE_STRUCTS = 100_000
/** Most JSON values in one update. */
export const MAX_UPDATE_VALUES = 1_000_000
