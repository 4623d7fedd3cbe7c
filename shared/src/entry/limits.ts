// How large things may be. Told to every client in the hello frame.

/** Largest entry, encoded as it stands in an update, in bytes. */
export const MAX_ENTRY_BYTES = 1024 * 1024
/** Largest session: the sum of its entries' encoded bytes. */
export const MAX_SESSION_BYTES = 256 * 1024 * 1024
/** Deepest nesting of one entry's JSON. */
export const MAX_ENTRY_DEPTH = 64
/** Largest frame a client should send, in bytes. The transport's hard limit is four times this. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024
/** Most new entries in one update. */
export const MAX_UPDATE_ENTRIES = 20_000
/** Most clientIDs in one update. */
export const MAX_UPDATE_CLIENTS = 1_000
/** Largest awareness state of one connection, in bytes of JSON. */
export const MAX_PRESENCE_BYTES = 4 * 1024
/** A new entry's timestamp may be this far ahead of the server's clock, in ms. */
export const MAX_CLOCK_AHEAD_MS = 60_000
