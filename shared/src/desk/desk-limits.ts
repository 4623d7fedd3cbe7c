// What the desk may hold, and what one update of it may cost.

/** Longest shared prompt, in UTF-16 code units: as UTF-8 it fits into an entry. */
export const MAX_PROMPT_LENGTH = 256 * 1024
/** Most shared prompts open at once in a session. */
export const MAX_OPEN_PROMPTS = 64
/** Most clientIDs of one participant on a desk; each page that types takes one for as long as the desk lives. */
export const MAX_DESK_CLIENTS = 1_000
/** Most structs on a desk, deleted ones included. A desk that was edited this much starts anew. */
export const MAX_DESK_STRUCTS = 200_000
/**
 * Most structs in one update. Honest typing without a connection makes one per place it goes to; bytes made for it can
 * cost Yjs the square of this.
 */
export const MAX_DESK_UPDATE_STRUCTS = 5_000
/** Most clientIDs with structs in one update: an honest one has its own alone. */
export const MAX_DESK_UPDATE_CLIENTS = 100
