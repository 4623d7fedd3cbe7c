// Readers of an answer of ours while it is written: the SDK's sessions, as the web app has them.
import { joinSession, type Session } from '@coppice/client/sdk'
import { contentText, sessionId } from '@coppice/shared'
import { readStamps, type OnStamp } from '../stamp.ts'
import { BenchSocket } from './bench-socket.ts'

export interface ReplyReaders {
  /** Resolves when all are synced. */
  readonly synced: Promise<void>
  close(): void
}

/** Calls back with the stamp of every token that comes to any of them. */
export function readReplies(
  options: { readonly url: string; readonly token: string; readonly session: string; readonly readers: number },
  onStamp: OnStamp,
): ReplyReaders {
  const sessions = Array.from({ length: options.readers }, () => {
    const session = joinSession({
      url: options.url,
      token: options.token,
      session: sessionId(options.session),
      WebSocket: BenchSocket as unknown as typeof WebSocket,
    })
    followReplies(session, onStamp)
    return session
  })
  return {
    synced: Promise.all(sessions.map(({ whenSynced }) => whenSynced)).then(() => undefined),
    close: () => {
      for (const session of sessions) session.close()
    },
  }
}

/** On the desk while it grows; what is missing at the end comes with the entry it becomes. */
function followReplies(session: Session, onStamp: OnStamp): void {
  const lengths = new Map<string, number>()
  const grew = (id: string, text: string): void => {
    readStamps(text.slice(lengths.get(id) ?? 0), onStamp)
    lengths.set(id, text.length)
  }
  session.replies.subscribe(() => {
    for (const { id, text } of session.replies.get()) grew(id, text)
  })
  session.onEntries((entries) => {
    for (const entry of entries) {
      if (entry.type !== 'message' || entry.message.role !== 'assistant') continue
      grew(entry.id, contentText(entry.message.content))
    }
  })
}
