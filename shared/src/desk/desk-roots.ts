// The desk's keys: what is still being written. Ordinary mutable Yjs, synced in frames of its own (type 106). Server
// alone opens and closes what stands there; clients only type into the text of open prompts (DK1).

export const DESK_ROOTS = { replies: 'replies', prompts: 'prompts' } as const
