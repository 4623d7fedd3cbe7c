// Prompts written together over real sockets: both type, both press Send, and the server is killed in between.
import { createApi, joinSession, type JoinOptions, type Session } from '@coppice/client/sdk'
import type { EntryId, SessionId } from '@coppice/shared'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { guestOf, httpClient } from '../support/http-client.ts'
import { keptPort } from '../support/kept-port.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { startServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

interface Server {
  readonly url: string
  readonly token: string
}

async function together(server: Server): Promise<{ id: SessionId; owner: Session; mia: Session }> {
  const { id } = await createApi(server).createSession('Together')
  const open = (options: Partial<JoinOptions>): Session => {
    const session = joinSession({ url: server.url, session: id, ...options })
    onTestFinished(() => session.close())
    return session
  }
  const { cookie } = await guestOf(httpClient(server), id, 'Mia')
  const asMia: typeof fetch = (input, init) => {
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), cookie, origin: server.url }
    return fetch(input, { ...init, headers })
  }
  const [owner, mia] = [open({ token: server.token }), open({ fetch: asMia })]
  await Promise.all([owner.whenSynced, mia.whenSynced])
  return { id, owner, mia }
}

function type(session: Session, id: EntryId, text: string): void {
  const live = session.promptText(id)
  if (live === undefined) throw new Error('the prompt is not open')
  live.insert(live.length, text)
}

const textIn = (session: Session, id: EntryId): string | undefined =>
  session.prompts.get().find((prompt) => prompt.id === id)?.text
const meOf = (session: Session): string | undefined => session.hello.get()?.participant.id

test('[DK14] two people type into one prompt and both press Send: one entry with both as contributors, and one is told', async () => {
  const { owner, mia } = await together(await startServer())
  const { id } = await owner.openPrompt(null, 'We ask: ')
  await eventually('Mia sees it', () => mia.promptText(id))
  type(mia, id, 'mia ')
  type(owner, id, 'owner ')
  const read = await eventually('both read the same', () => {
    const [one, other] = [textIn(owner, id), textIn(mia, id)]
    return one !== undefined && one === other && one.length === 'We ask: mia owner '.length ? one : undefined
  })
  const sent = await Promise.allSettled([mia.sendPrompt(id), owner.sendPrompt(id)])
  const won = sent.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const told: unknown[] = sent.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(won).toHaveLength(1)
  const [entry] = won
  expect(entry).toMatchObject({
    id,
    contributors: [meOf(owner), meOf(mia)],
    message: { content: [{ type: 'text', text: read }] },
  })
  const winner = entry === undefined ? undefined : owner.people.get().get(entry.author)?.name
  expect(told).toMatchObject([{ code: 'conflict', message: `${winner} sent it already.` }])
  for (const session of [owner, mia]) {
    await eventually('the entry is there', () => session.tree.get().index.has(id))
    expect(session.prompts.get()).toEqual([])
    await eventually('the leaf went along', () => session.leaf.get() === id)
    expect(session.lateTexts.get()).toEqual([])
  }
  expect(owner.tree.get().index.roots()).toHaveLength(1)
})

test('[RN10] the answer to a prompt written together takes both along, and leaves who went elsewhere', async () => {
  const { owner, mia } = await together(await startServer())
  const ask = async (parentId: EntryId | null): Promise<EntryId> => {
    const { id } = await owner.openPrompt(parentId, 'We ')
    await eventually('Mia sees it', () => mia.promptText(id))
    type(mia, id, 'ask')
    await eventually('both typed', () => textIn(owner, id) === 'We ask')
    await owner.sendPrompt(id)
    await eventually('both stand there', () => owner.leaf.get() === id && mia.leaf.get() === id)
    return id
  }
  const first = await ask(null)
  const run = await owner.startRun(first)
  await eventually('both went along', () => owner.leaf.get() === run.entryId && mia.leaf.get() === run.entryId)
  const second = await ask(run.entryId)
  mia.moveTo(first)
  const next = await owner.startRun(second)
  await eventually('who stands there goes along', () => owner.leaf.get() === next.entryId)
  await eventually('Mia has the answer', () => mia.tree.get().index.has(next.entryId))
  expect(mia.leaf.get()).toBe(first)
})

test('[DK18] through kill -9 a shared prompt is there again, and no text is lost', async () => {
  const data = tempFolder()
  const port = await keptPort()
  const first = await spawnServer({ data, port })
  const { owner, mia } = await together(first)
  const { id } = await owner.openPrompt(null, 'Opened. ')
  await eventually('Mia sees it', () => mia.promptText(id))
  type(mia, id, 'Typed.')
  await eventually('the owner reads it', () => textIn(owner, id) === 'Opened. Typed.')
  await first.kill9()
  await eventually('both are offline', () => [owner, mia].every(({ status }) => status.get().state === 'offline'))
  expect([owner.prompts.get(), owner.promptText(id)]).toEqual([[], undefined])
  await expect(owner.sendPrompt(id)).rejects.toMatchObject({ code: 'overloaded' })
  await spawnServer({ data, port })
  const text = await eventually('the prompt is back', () => textIn(owner, id))
  await eventually('Mia is back', () => textIn(mia, id))
  const late = mia.lateTexts.get().map((one) => one.text)
  expect([text, ...late].join('|')).toBe(text === 'Opened. ' ? 'Opened. |Typed.' : 'Opened. Typed.')
  type(mia, id, ' On.')
  expect(await mia.sendPrompt(id)).toMatchObject({ id, message: { content: [{ text: `${text} On.` }] } })
})
