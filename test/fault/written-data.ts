// A data folder as a server leaves it: two sessions, several writers, an answer, an imported entry, snapshots.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoModel } from '@coppice/server/agent/demo-model'
import { Runner } from '@coppice/server/agent/runner'
import { singleServerBus } from '@coppice/server/bus/bus'
import { createSqliteStorage } from '@coppice/server/log/sqlite-storage'
import { RoomRegistry } from '@coppice/server/room/room-registry'
import { sliceOf } from '@coppice/server/room/entry-slice'
import { entriesOf, entryId, entrySchema, sessionId, type SessionId } from '@coppice/shared'
import { pino } from 'pino'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { exchange, person, wireClient } from '../support/memory-room.ts'

export interface WrittenData {
  readonly folder: string
  readonly session: SessionId
  readonly entries: number
  remove(): void
}

export async function writeData(): Promise<WrittenData> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-written-'))
  const storage = await createSqliteStorage({ path: join(folder, 'coppice.db') })
  const { log } = storage
  const session = sessionId('checked')
  const createdAt = new Date().toISOString()
  await log.create({ id: session, title: 'Checked', createdAt })
  await log.create({ id: sessionId('empty'), title: 'Empty', createdAt })
  const logger = pino({ enabled: false })
  const registry = new RoomRegistry({
    log,
    bus: singleServerBus,
    logger,
    nowMs: Date.now,
    retryDelaysMs: [],
    idleMs: 60_000,
    onLoaded: async () => undefined,
  })
  const who = { participant: person('Alice').id, role: 'own' } as const
  const { room, release } = await registry.acquire(session)
  const chain = Array.from({ length: 5 }, (_, i) => userEntry(who.participant, null, `Über ${i}`))
  await room.append(chain, who)
  await room.putPerson(who.participant, { name: 'Alice', color: 1, kind: 'human' })
  await room.importEntries(
    sliceOf([entrySchema.parse(userEntry(who.participant, 'nowhere', 'an orphan'))], who.participant),
    who,
  )
  const bob = wireClient('Bob')
  bob.connect(room)
  for (let i = 0; i < 4; i++) {
    const entry = userEntry(bob.participant.id, chain[0]?.id ?? null, `over the wire ${i}`)
    bob.doc.getMap('entries').set(entry.id, entry)
    await exchange([bob])
  }
  const runner = new Runner({
    registry,
    models: [createDemoModel({ wordDelayMs: 0 })],
    logger,
    nowMs: Date.now,
    nameOf: () => 'somebody',
  })
  const leafId = entryId(chain[1]?.id ?? '')
  await runner.start({ session, leafId, prompt: 'Go on', who })
  await eventually('the answer is written', () => entriesOf(room.doc).size === 12)
  bob.disconnect()
  release()
  await runner.close()
  await registry.close()
  await storage.close()
  return { folder, session, entries: 12, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
