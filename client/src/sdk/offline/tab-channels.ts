// Messages between the tabs of one browser, and between those who listen under one name in the same page.
import type { SiblingChannel } from './doc-rows.ts'

export function hasTabChannels(): boolean {
  return typeof BroadcastChannel === 'function'
}

/** `heard` gets what `isMine` lets through. Where there are no channels, nobody is heard. */
export function openTabChannel<T>(
  name: string,
  isMine: (message: unknown) => message is T,
  heard: (message: T) => void,
): SiblingChannel<T> {
  const channel = newChannel(name)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isMine(data)) heard(data)
  })
  return {
    post(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a channel has no target.
      channel?.postMessage(message)
    },
    close: () => channel?.close(),
  }
}

export function isText(message: unknown): message is string {
  return typeof message === 'string'
}

export function isBytes(message: unknown): message is Uint8Array {
  return message instanceof Uint8Array
}

function newChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    // reason: there are none, or this page may not use them; tabs then see each other's changes when they read again.
    return undefined
  }
}
