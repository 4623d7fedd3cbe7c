// Joining a large session over a narrow line: the whole comes once, over one connection, and everyone else is served.
import { joinSession } from '@coppice/client/node'
import { expect, onTestFinished, test } from 'vitest'
import { LIFTED_LIMITS } from '../../server/src/limits/socket-limits.ts'
import { AttackScene } from '../support/attack-scene.ts'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { slowLine } from '../support/slow-line.ts'
import { stockClient } from '../support/stock-client.ts'

const MB = 1_000_000
const SIZE = process.env['COPPICE_LONG'] === '1' ? 50 * MB : 2 * MB
const BYTES_PER_SECOND = MB
const ENTRY_BYTES = 20_000
/** What the server may keep for one that joins, beside the record itself. */
const MOST_WAITING = 8 * 1024 * 1024

test(`[SY212] a session of ${SIZE / MB} MB is joined over a line of 1 MB/s once, by the SDK and by a stock client, without another attempt, and others are served meanwhile`, async () => {
  const scene = await AttackScene.open({ deps: { limits: LIFTED_LIMITS } })
  const { alice, server, session } = scene
  const other = await scene.join('owner')
  const ids = new Set<string>()
  const write = async (text: string): Promise<void> => {
    const entry = userEntry(scene.aliceId, scene.second.id, text)
    ids.add(entry.id)
    alice.write(entry)
    await alice.whenSaved()
  }
  const all = SIZE / ENTRY_BYTES
  for (let i = 0; i < all; i++) {
    const entry = userEntry(scene.aliceId, scene.second.id, `${i} ${'x'.repeat(ENTRY_BYTES)}`)
    ids.add(entry.id)
    alice.write(entry)
    if (i % 50 === 49) await alice.whenSaved()
  }
  await alice.whenSaved()

  const port = (): number => Number(new URL(server.url).port)
  const [sdkLine, stockLine] = [
    await slowLine(port, { bytesPerSecond: BYTES_PER_SECOND }),
    await slowLine(port, { bytesPerSecond: BYTES_PER_SECOND }),
  ]
  const sdk = joinSession({ url: sdkLine.url, token: server.token, session: session as never })
  onTestFinished(() => sdk.close())
  const states: string[] = []
  sdk.status.subscribe(() => states.push(sdk.status.get().state))
  const stock = stockClient({ url: stockLine.url, session, params: { token: server.token } })
  let most = 0
  let meanwhile = 0
  const joined = (): boolean => stock.provider.synced && sdk.status.get().state === 'live'
  while (!joined()) {
    const sent = ids.size
    await write(`meanwhile ${sent}`)
    await eventually('the others are served', () => other.doc.getMap('entries').size === sent + 3)
    if (!joined()) meanwhile++
    const metrics = (await scene.owner.get('/metrics')).text
    most = Math.max(most, Number(/^coppice_send_buffered_bytes (\d+)/m.exec(metrics)?.[1]))
    expect([stock.closes, states.filter((state) => state !== 'live' && state !== 'connecting')]).toEqual([[], []])
    await new Promise((resolve) => setTimeout(resolve, SIZE / (BYTES_PER_SECOND / 20)))
  }
  expect(meanwhile).toBeGreaterThan(3)
  const has = {
    stock: (id: string) => stock.entries.has(id),
    sdk: (id: string) => sdk.tree.get().index.has(id as never),
  }
  for (const [who, hasOne] of Object.entries(has))
    await eventually(`${who} has all of it`, () => [...ids].every((id) => hasOne(id)))
  expect([stock.closes, states.filter((state) => state === 'offline')]).toEqual([[], []])
  for (const line of [sdkLine, stockLine]) expect(line.bytesDown).toBeLessThan(SIZE * 1.05 + 200_000)
  expect(stockLine.connections).toBe(1)
  expect(most).toBeLessThan(2 * MOST_WAITING)
  expect([alice.closes, other.closes]).toEqual([[], []])
}, 180_000)
