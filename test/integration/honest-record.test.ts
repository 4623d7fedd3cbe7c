// What honest clients do that looks odd, over a real socket: all of it is saved, nobody is closed.
import { sessionId, splitUpdate } from '@coppice/shared'
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { AttackScene } from '../support/attack-scene.ts'
import type { Attacker } from '../support/attacker.ts'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { field, httpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'
import { stockClient } from '../support/stock-client.ts'

/** A doc as a browser keeps it: what it had, and entries of several page loads, each under a clientID of its own. */
function keptDoc(scene: AttackScene, loads: number, before: Y.Doc = scene.mallory.doc) {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(before))
  const ids: string[] = []
  let parentId = scene.second.id
  for (let load = 0; load < loads; load++) {
    const page = new Y.Doc()
    Y.applyUpdate(page, Y.encodeStateAsUpdate(doc))
    const entry = userEntry(scene.malloryId, parentId, `load ${load}`)
    page.getMap('entries').set(entry.id, entry)
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(page))
    ids.push(entry.id)
    parentId = entry.id
  }
  return { doc, ids }
}

async function expectEntries(scene: AttackScene, ids: readonly string[], clients: readonly Attacker[]): Promise<void> {
  const listed = await scene.owner.get(`/api/sessions/${scene.session}/entries?limit=5000`)
  const has = field<{ entry: { id: string } }[]>(listed, 'entries').map(({ entry }) => entry.id)
  expect(has.toSorted()).toEqual([scene.root.id, scene.second.id, ...ids].toSorted())
  await eventually('Alice has them', () => scene.alice.doc.getMap('entries').size === has.length)
  for (const { closes, rejected } of [scene.alice, ...clients]) expect([closes, rejected]).toEqual([[], []])
}

test('[SY131] an edit before the first answer of the server is saved', async () => {
  const scene = await AttackScene.open()
  const { doc } = keptDoc(scene, 0)
  const early = await scene.join('mallory', { doc, waits: false })
  const entry = scene.entry()
  early.socket.once('open', () => early.write(entry))
  await eventually('it was sent', () => early.sent > 1)
  await early.whenSaved()
  await expectEntries(scene, [entry.id], [early])
})

test('[SY131] an edit that goes ahead of older ones, which come with the step 2, is saved with them', async () => {
  const scene = await AttackScene.open()
  const { doc, ids } = keptDoc(scene, 1)
  doc.clientID = 987
  const [older, newer] = [scene.entry(), scene.entry()]
  doc.getMap('entries').set(older.id, older)
  const early = await scene.join('mallory', { doc, waits: false })
  early.socket.once('open', () => early.write(newer))
  await eventually('it was sent', () => early.sent > 1)
  await early.whenSaved()
  await expectEntries(scene, [...ids, older.id, newer.id], [early])
})

test('[SY131] offline edits of three earlier page loads are saved in one piece', async () => {
  const scene = await AttackScene.open()
  const { doc, ids } = keptDoc(scene, 3)
  const client = await scene.join('mallory', { doc })
  await client.whenSaved()
  await expectEntries(scene, ids, [client])
})

test('[SY132] what is delivered again and again is acknowledged each time and logged once', async () => {
  const scene = await AttackScene.open()
  const client = await scene.join('mallory')
  const entry = scene.entry()
  client.write(entry)
  await client.whenSaved()
  const before = await scene.traces()
  const whole = Y.encodeStateAsUpdate(client.doc)
  for (let i = 0; i < 3; i++) client.update(whole)
  await client.whenSaved()
  expect(await scene.traces()).toEqual(before)
  await expectEntries(scene, [entry.id], [client])
})

test('[SY132] two tabs that share what the device keeps bring it up once', async () => {
  const scene = await AttackScene.open()
  const { doc, ids } = keptDoc(scene, 2)
  const other = keptDoc(scene, 1, doc)
  const tabs = await Promise.all([
    scene.join('mallory', { doc }),
    scene.join('mallory', { doc: other.doc }),
    scene.join('mallory', { doc: keptDoc(scene, 0, other.doc).doc }),
  ])
  await Promise.all(tabs.map((tab) => tab.whenSaved()))
  await expectEntries(scene, [...ids, ...other.ids], tabs)
})

test('[SY133] a client that is cut off in the middle of an upload brings the rest, and nothing twice', async () => {
  const scene = await AttackScene.open()
  const { doc } = keptDoc(scene, 0)
  const ids: string[] = []
  doc.transact(() => {
    for (let i = 0; i < 3_000; i++) {
      const entry = scene.entry()
      doc.getMap('entries').set(entry.id, entry)
      ids.push(entry.id)
    }
  })
  const cut = await scene.join('mallory', { doc: keptDoc(scene, 0).doc })
  const pieces = splitUpdate(Y.encodeStateAsUpdate(doc, Y.encodeStateVector(cut.doc)), 64 * 1024)
  expect(pieces.length).toBeGreaterThan(8)
  for (const piece of pieces.slice(0, pieces.length / 2)) cut.update(piece)
  await eventually('some of it is saved', () => cut.saved > 1)
  cut.socket.terminate()
  const again = await scene.join('mallory', { doc })
  await again.whenSaved()
  await expectEntries(scene, ids, [again])
})

test('[SY134] entries below an imported one dated 2030 are saved when they are dated no earlier', async () => {
  const server = await startServer()
  const owner = httpClient(server)
  const at = '2030-01-01T00:00:00.000Z'
  const file = [
    { type: 'session', version: 3, id: '0190a3c4-0000-7000-8000-000000000001', timestamp: at, cwd: '/work' },
    {
      type: 'message',
      id: 'future',
      parentId: null,
      timestamp: at,
      message: { role: 'user', content: 'hi', timestamp: 1 },
    },
  ]
  const lines = file.map((line) => `${JSON.stringify(line)}\n`).join('')
  const answer = await owner.send('POST', '/api/import', lines, { 'content-type': 'application/octet-stream' })
  const [imported] = field<{ id: string }[]>(answer, 'sessions')
  const session = imported?.id ?? ''
  const me = field(await owner.get('/api/me'), 'participant.id')
  const client = stockClient({ url: server.url, session, params: { token: server.token } })
  await client.synced
  const first = userEntry(me, 'future', 'at its time', Date.parse(at))
  const second = userEntry(me, first.id, 'a moment after it', Date.parse(at) + 1)
  for (const entry of [first, second]) client.entries.set(entry.id, entry)
  await eventually('both are saved', async () =>
    (await owner.get(`/api/sessions/${session}/entries`)).text.includes(second.id),
  )
  expect(client.closes).toEqual([])
})

test('[SY134] a clock an hour slow costs nothing: roots are dated then, and answers with what they answer', async () => {
  const scene = await AttackScene.open()
  const slowMs = Date.now() - 3_600_000
  const root = userEntry(scene.malloryId, null, 'an hour ago, it says', slowMs)
  const answer = scene.entry({ timestamp: scene.second['timestamp'] })
  for (const entry of [root, answer]) scene.mallory.write(entry)
  await scene.mallory.whenSaved()
  await expectEntries(scene, [root.id, answer.id], [scene.mallory])
})

test('[SY135] on a server that is behind the log, one’s own work is saved after transient closes at most', async () => {
  const storage = createMemoryStorage()
  const [first, second] = [await startServer({ deps: { storage } }), await startServer({ deps: { storage } })]
  const owner = httpClient(first)
  const session = field(await owner.post('/api/sessions', { title: 'Two servers' }), 'id')
  const me = field(await owner.get('/api/me'), 'participant.id')
  const join = (url: string, doc?: Y.Doc) =>
    stockClient({ url, session, params: { token: first.token }, ...(doc === undefined ? {} : { doc }) })
  const behind = join(second.url)
  await behind.synced
  const ahead = join(first.url)
  await ahead.synced
  const entries = ['one', 'two', 'three'].map((text) => userEntry(me, null, text))
  const [one, two, three] = entries
  if (one === undefined || two === undefined || three === undefined) throw new Error('three entries')
  const saved = async (id: string) =>
    JSON.stringify(
      await storage.log
        .read(sessionId(session), 0)
        .then((batches) => batches.map(({ update }) => Buffer.from(update).toString('latin1'))),
    ).includes(id)
  // As two batches, which the other server would write as one.
  for (const entry of [one, two]) {
    ahead.entries.set(entry.id, entry)
    await eventually('it is in the log', () => saved(entry.id))
  }
  ahead.close()
  const moved = join(second.url, ahead.doc)
  await moved.synced
  moved.entries.set(three.id, three)
  await eventually('the third is in the log', () => saved(three.id))
  await eventually('who stayed has all of it', () => entries.every(({ id }) => behind.entries.has(id)))
  expect([...moved.closes, ...behind.closes].filter((code) => code >= 4400 && code < 4500)).toEqual([])
})
