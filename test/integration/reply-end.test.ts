// An answer that the record does not take must neither stay a draft for ever nor close the session.
import { finishInterrupted } from '@coppice/server/agent/interrupted'
import type { Model } from '@coppice/server/agent/model'
import { Runner } from '@coppice/server/agent/runner'
import { RoomRegistry } from '@coppice/server/room/room-registry'
import { entryId, MAX_ENTRY_BYTES, type EntryId, type ReplyDraft } from '@coppice/shared'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { memoryRoom, person, turns } from '../support/memory-room.ts'

const alice = { participant: person('Alice').id, role: 'prompt' as const }
const TOO_LONG = 'x'.repeat(MAX_ENTRY_BYTES + 1)

const model: Model = {
  provider: 'test',
  modelId: 'endless',
  label: 'Endless',
  async *stream() {
    await Promise.resolve()
    yield { type: 'text', text: TOO_LONG }
    yield { type: 'end', stopReason: 'stop' }
  },
}

async function stage() {
  const { deps, session, room } = await memoryRoom()
  const root = userEntry(alice.participant, null, 'root')
  await room.append([root], alice)
  const logger = pino({ enabled: false })
  const onLoaded = (loaded: typeof room) => finishInterrupted(loaded, Date.now(), logger)
  const registry = new RoomRegistry({ ...deps, idleMs: 60_000, onLoaded })
  const runner = new Runner({ registry, models: [model], logger, nowMs: Date.now, nameOf: (_, id) => id })
  return { room, session, registry, runner, rootId: entryId(root.id) }
}

function draft(id: string, parentId: EntryId, text: string): ReplyDraft {
  const who = { author: alice.participant, startedBy: alice.participant }
  return { id: entryId(id), parentId, runId: id, ...who, startedAt: '', model: 'Endless', text, thinking: '' }
}

test('[RN8] an answer that is too large for an entry ends as one that says so, without its text', async () => {
  const { runner, registry, session, rootId } = await stage()
  const { entryId: replyId } = await runner.start({ session, leafId: rootId, who: alice })
  const room = registry.peek(session)
  const reply = await eventually('the answer ends', () => room?.index.get(replyId))
  expect(reply).toMatchObject({ message: { content: [], stopReason: 'error' } })
  expect(JSON.stringify(reply)).toContain('could not be kept')
  await eventually('the draft is over', () => room?.desk.replies().length === 0)
})

test('[RN8] a draft whose answer the record refuses does not keep the session from being opened', async () => {
  const { room, registry, session, rootId } = await stage()
  await room.desk.open(draft('too-long', rootId, TOO_LONG))
  await room.desk.open(draft('orphan', entryId('nowhere'), 'hangs below nothing'))
  await room.close()
  await registry.use(session, (loaded) => {
    expect(loaded.index.get(entryId('too-long'))).toMatchObject({ message: { content: [], stopReason: 'error' } })
    expect(loaded.index.has(entryId('orphan'))).toBe(false)
    expect(loaded.desk.replies()).toEqual([])
  })
})

test('[RN9] a server that stops starts no more runs, also not those that wait for their leaf', async () => {
  const { runner, registry, session } = await stage()
  const late = userEntry(alice.participant, null, 'still travelling')
  const { room, release } = await registry.acquire(session)
  const started = runner.start({ session, leafId: entryId(late.id), who: alice })
  await turns()
  await runner.close()
  await room.append([late], alice)
  await expect(started).rejects.toMatchObject({ code: 'stopping' })
  expect(room.desk.replies()).toEqual([])
  release()
  await expect(runner.start({ session, leafId: null, who: alice })).rejects.toMatchObject({ code: 'stopping' })
})
