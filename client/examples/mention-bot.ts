// A bot that answers whoever mentions it, also those who did so while it was away:
//
//   npm run example mention-bot -- <invite link> [folder]
//
// It remembers nothing of its own: what it has answered stands in the tree, below the mention. What it wrote without a
// connection is kept in the folder, and brought up by the next start.
import { join } from 'node:path'
import { entryText, SessionError, type Entry } from '@coppice/shared'
import { fileStore, joinByInvite, joinSession } from '../src/node/index.ts'
import type { Session } from '../src/sdk/index.ts'
import { runExample } from './run-example.ts'

const NAME = 'Echo'
const MENTION = /(^|\s)@echo\b[,:]?\s*/i

/** Answers every mention in the session that has no answer of mine yet, now and as they come. */
export async function answerMentions(session: Session): Promise<() => void> {
  // Before the first sync I may have answered what I do not see here.
  await session.whenSynced
  const open = new Set<Entry>()
  const answer = (): void => {
    const me = session.hello.get()?.participant.id
    const { index } = session.tree.get()
    for (const entry of open) {
      const isAnswered = entry.author === me || index.branches(entry.id).some((id) => index.get(id)?.author === me)
      if (isAnswered || wasAnswered(session, entry)) open.delete(entry)
    }
  }
  const ends = [
    session.onEntries((entries) => {
      for (const entry of entries) if (isMention(entry)) open.add(entry)
      answer()
    }),
    session.status.subscribe(answer),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Answers. False while nothing can be written: the role does not allow it, or the session starts over after a refusal. */
function wasAnswered(session: Session, mention: Entry): boolean {
  try {
    session.append(echo(mention), { parentId: mention.id })
    return true
  } catch (error) {
    if (error instanceof SessionError) return false
    throw error
  }
}

function isMention(entry: Entry): boolean {
  return entry.type === 'message' && entry.message.role === 'user' && MENTION.test(entryText(entry))
}

function echo(entry: Entry): Parameters<Session['append']>[0] {
  const text = `You said: ${entryText(entry).replace(MENTION, '$1').trim()}`
  return { type: 'message', message: { role: 'assistant', content: [{ type: 'text', text }], stopReason: 'stop' } }
}

async function main([link, folder = './data/mention-bot']: readonly string[], ending: AbortSignal): Promise<void> {
  if (link === undefined)
    throw new SessionError('bad_request', 'Which session? npm run example mention-bot -- <invite link> [folder]')
  const identityFile = join(folder, 'identity.json')
  const guest = await joinByInvite({ link, name: NAME, identityFile, signal: ending })
  ending.throwIfAborted()
  const store = fileStore(join(folder, 'session.db'))
  const session = joinSession({ ...guest, store })
  const stop = async (): Promise<void> => {
    await session.whenKept()
    session.close()
    store.close()
  }
  ending.addEventListener('abort', () => void stop())
  await answerMentions(session)
  console.log(`${NAME} listens for @echo. Ctrl-C ends it.`)
}

if (import.meta.main) void runExample(main)
