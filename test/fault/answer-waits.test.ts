// An answer that is whole, and a log that does not take it.
import { finishInterrupted } from '@coppice/server/agent/interrupted'
import type { Model } from '@coppice/server/agent/model'
import { Runner } from '@coppice/server/agent/runner'
import { CommittedState } from '@coppice/server/room/committed-state'
import { RoomRegistry } from '@coppice/server/room/room-registry'
import { entryId, SessionError } from '@coppice/shared'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { memoryRoom, person, turns, withLog } from '../support/memory-room.ts'

/** So many seconds, with turns for commits in each. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    await turns(5)
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

const alice = { participant: person('Alice').id, role: 'prompt' as const }

test.each(['the log works again', 'the server stops first', 'the room breaks'])(
  '[SY154] an answer that the log does not take does not stream for ever: %s',
  async (how) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { deps, session, room } = await memoryRoom()
    const root = userEntry(alice.participant, null, 'root')
    await room.append([root], alice)
    await room.close()
    let isBroken = false
    let tries = 0
    const log = withLog(deps.log, {
      append: async (...args) => {
        if (args[2].entries.length > 0 && isBroken) {
          tries++
          throw new SessionError('storage', 'The disk is full.')
        }
        return deps.log.append(...args)
      },
    })
    const logger = pino({ enabled: false })
    const onLoaded = (loaded: typeof room) => finishInterrupted(loaded, Date.now(), logger)
    const registry = new RoomRegistry({ ...deps, log, idleMs: 60_000, onLoaded })
    const short: Model = {
      provider: 'test',
      modelId: 'short',
      label: 'Short',
      async *stream() {
        await turns()
        isBroken = true
        yield { type: 'text', text: 'All of it' }
        yield { type: 'end', stopReason: 'stop' }
      },
    }
    const runner = new Runner({ registry, models: [short], logger, nowMs: Date.now, nameOf: (_, id) => id })
    const { entryId: replyId, runId } = await runner.start({ session, leafId: entryId(root.id), who: alice })
    const live = registry.peek(session)
    await pass(10)
    expect(tries).toBeGreaterThan(2)
    expect(live?.desk.replies()).toHaveLength(1)
    expect(runner.running).toBe(1)
    await expect(runner.stop({ session, runId, who: alice })).rejects.toMatchObject({ code: 'storage' })

    isBroken = false
    if (how === 'the room breaks') {
      const apply = vi.spyOn(CommittedState.prototype, 'apply').mockImplementationOnce(() => {
        throw new Error('half of it is in')
      })
      onTestFinished(() => apply.mockRestore())
      const entry = userEntry(alice.participant, null, 'breaks it')
      await expect(live?.append([entry], alice)).rejects.toMatchObject({ code: 'storage' })
    } else if (how === 'the server stops first') await runner.close()
    await pass(60)
    expect(runner.running).toBe(0)
    if (how === 'the server stops first') await registry.close()
    const next = how === 'the server stops first' ? new RoomRegistry({ ...deps, idleMs: 60_000, onLoaded }) : registry
    await next.use(session, (now) => {
      expect(now.desk.replies()).toEqual([])
      const message = now.index.get(replyId)
      if (how === 'the log works again')
        expect(message).toMatchObject({ message: { content: [{ text: 'All of it' }], stopReason: 'stop' } })
      else expect(JSON.stringify(message)).toMatch(/Interrupted/)
    })
    await next.close()
  },
)
