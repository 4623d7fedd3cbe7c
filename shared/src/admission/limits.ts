// What one update may cost, beside the limits every client is told (`entry/limits.ts`).

/** Clocks and lengths of an update stay below this, so that sums of them are exact. */
export const MAX_CLOCK = 2 ** 31 - 1
/** Most structs in one update, those the record has already included. */
export const MAX_UPDATE_STRUCTS = 100_000
/** Most ranges, and most clientIDs, in the delete set of one update. */
export const MAX_UPDATE_DELETES = 100_000
/** Most JSON values in one entry: an empty object is two bytes in an update, but many times that once it is read. */
export const MAX_ENTRY_VALUES = 50_000
/** Most JSON values in one update. */
export const MAX_UPDATE_VALUES = 1_000_000
