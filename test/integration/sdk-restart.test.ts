// The SDK through the death of its server: what it called saved is there, and what it did not gets there.
import { createApi, joinSession } from '@coppice/client/sdk'
import type { Entry } from '@coppice/shared'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { eventually } from '../support/eventually.ts'
import { keptPort } from '../support/kept-port.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

const message = (content: string) => ({ type: 'message' as const, message: { role: 'user' as const, content } })

test('[SY85] through kill -9: what was saved is there, what was not arrives, and half an answer is an interrupted entry', async () => {
  const data = tempFolder()
  const port = await keptPort()
  const first = await spawnServer({ data, port })
  const { id } = await createApi(first).createSession('Restart')
  const join = () => {
    const session = joinSession({ url: first.url, session: id, token: first.token })
    onTestFinished(() => session.close())
    return session
  }
  const [alice, bob] = [join(), join()]
  await Promise.all([alice.whenSynced, bob.whenSynced])
  alice.append(message('saved'))
  await alice.whenSaved()

  const run = await ask(alice, 'Answer at length, please')
  await eventually('the answer streams', () => bob.replies.get().some(({ text }) => text.length > 0))
  const onItsWay = alice.append(message('on its way when the server dies'), { parentId: run.promptId })
  await first.kill9()
  await eventually('both are offline', () => [alice, bob].every((session) => session.status.get().state === 'offline'))
  const offline = alice.append(message('written offline'))
  expect(alice.isUnsaved(offline.id)).toBe(true)

  const second = await spawnServer({ data, port })
  await eventually(
    'both are live again',
    () => [alice, bob].every((session) => session.status.get().state === 'live'),
    30_000,
  )
  await alice.whenSaved()
  expect(alice.unsaved.get()).toBe(0)

  const listed = await fetch(`${second.url}/api/sessions/${id}/entries`, {
    headers: { Authorization: `Bearer ${second.token}` },
  })
  const { entries } = (await listed.json()) as { entries: { entry: Entry }[] }
  const stored = new Set(entries.map(({ entry }) => entry.id))
  for (const { id } of [offline, onItsWay]) expect(stored.has(id)).toBe(true)
  expect(stored.size).toBe(entries.length)
  for (const session of [alice, bob]) {
    await eventually('all entries', () => session.tree.get().index.size === entries.length)
    expect(session.tree.get().index.get(run.entryId)).toMatchObject({ message: { stopReason: 'aborted' } })
    await eventually('no draft is left', () => session.replies.get().length === 0)
  }
})
