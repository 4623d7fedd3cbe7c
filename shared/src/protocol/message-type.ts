// First byte of every WebSocket frame. 0 to 3 are y-websocket's; ours start at 100 and go only to connections
// that announced them (`v=1` in the query). One frame is one message.

export const MESSAGE = {
  sync: 0,
  awareness: 1,
  auth: 2,
  queryAwareness: 3,
  hello: 100,
  saved: 101,
  rejected: 103,
  renew: 104,
  notice: 105,
  desk: 106,
  sendPrompt: 107,
  openPrompt: 108,
  discardPrompt: 109,
} as const

/** Second byte of a sync or desk frame. */
export const SYNC = { step1: 0, step2: 1, update: 2 } as const

/** Value of the query parameter `v` that announces our own frames. */
export const PROTOCOL_VERSION = 1
