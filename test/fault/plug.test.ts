// Pulling the plug at random moments: a real server is killed and started again, lines are cut, programs are loaded anew.
// Whenever a session says that nothing is unsaved, all that was written there is in the log, for whoever reads it.
import { fileStore, joinByInvite, joinSession } from '@coppice/client/node'
import { createApi } from '@coppice/client/sdk'
import type { Entry, EntryId } from '@coppice/shared'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { field, httpClient } from '../support/http-client.ts'
import { randomOf } from '../support/random.ts'
import { keptPort } from '../support/kept-port.ts'
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { tcpPlug } from './tcp-plug.ts'

const SEED = Number(process.env['COPPICE_SEED'] ?? 20261130)
const SECONDS = process.env['COPPICE_LONG'] === '1' ? 120 : 5
/** It goes on until each of these happened so often. */
const AT_LEAST = { kills: 6, cuts: 5, reloads: 5, claims: 10 }

type Session = ReturnType<typeof joinSession>

/** A program on a device: its sessions come and go, what it wrote does not. */
interface Program {
  readonly name: string
  readonly load: () => { readonly session: Session; readonly unload: () => void }
  readonly written: Entry[]
  page: ReturnType<Program['load']>
}

test(`[SY127] whenever it says that all is saved, it is: ${SECONDS} seconds of pulling the plug (seed ${SEED})`, async () => {
  const random = randomOf(SEED)
  const upTo = (max: number): number => Math.floor(random() * (max + 1))
  const data = tempFolder()
  const port = await keptPort()
  let server = await spawnServer({ data, port })
  const plug = await tcpPlug(() => port)
  const { id: session } = await createApi(server).createSession('Plug')
  const seen = { kills: 0, cuts: 0, reloads: 0, claims: 0 }
  /** Ids that a session called saved. */
  const claimed = new Set<EntryId>()
  const programs: Program[] = []
  /** Called once, when the next session says that all is saved. */
  let atNextClaim: (() => void) | undefined

  const claim = (program: Program): void => {
    if (program.page.session.unsaved.get() > 0 || !program.page.session.tree.get().open) return
    const news = program.written.filter(({ id }) => !claimed.has(id))
    if (news.length > 0) seen.claims++
    for (const { id } of news) claimed.add(id)
    if (news.length === 0) return
    atNextClaim?.()
    atNextClaim = undefined
  }
  const watch = (program: Program): void => {
    program.page.session.unsaved.subscribe(() => claim(program))
  }
  const add = (name: string, load: Program['load']): void => {
    const program: Program = { name, load, written: [], page: load() }
    programs.push(program)
    watch(program)
  }
  const write = (program: Program): void => {
    const { session: here } = program.page
    if (!here.tree.get().open) return
    const content = `${program.name} ${program.written.length}`
    program.written.push(here.append({ type: 'message', message: { role: 'user', content } }))
    expect(here.unsaved.get()).toBeGreaterThan(0)
  }

  /** Nobody can make a claim true any more. */
  const unplug = (): void => {
    plug.isIn = false
    plug.pull()
    seen.cuts++
  }
  /** At a random moment, or the very moment when a session says that all is saved. */
  const kill = async (): Promise<void> => {
    plug.isIn = true
    const killed = Promise.withResolvers<void>()
    const now = (): void => {
      atNextClaim = undefined
      unplug()
      server.kill9().then(killed.resolve, killed.reject)
    }
    const isAtClaim = random() < 0.6
    if (isAtClaim) atNextClaim = now
    for (let i = upTo(4); i >= 0; i--) for (const program of programs) write(program)
    await turns(isAtClaim ? 3_000 : upTo(40))
    if (plug.isIn) now()
    await killed.promise
    seen.kills++
    const sofar = [...claimed]
    server = await spawnServer({ data, port })
    await expectAllThere(server, session, sofar)
    plug.isIn = true
  }

  const folder = tempFolder()
  const owner = { url: plug.url, session, token: server.token }
  const invite = await createApi(server).createInvite(session)
  const guest = await joinByInvite({
    link: `${plug.url}/join/${invite.code}`,
    name: 'Gast',
    identityFile: join(folder, 'identity.json'),
  })
  for (const [name, options] of [
    ['owner', owner],
    ['guest', guest],
  ] as const) {
    add(name, () => {
      const store = fileStore(join(folder, `${name}.db`))
      const page = joinSession({ ...options, store })
      return {
        session: page,
        unload: () => {
          page.close()
          store.close()
        },
      }
    })
  }
  try {
    await Promise.all(programs.map(({ page }) => page.session.whenSynced))
    const end = Date.now() + SECONDS * 1_000
    const isEnough = (): boolean =>
      (Object.keys(AT_LEAST) as (keyof typeof seen)[]).every((k) => seen[k] >= AT_LEAST[k])
    while (Date.now() < end || !isEnough()) {
      const program = programs[upTo(programs.length - 1)]
      if (program === undefined) break
      const act = upTo(99)
      if (act < 60) write(program)
      else if (act < 66) {
        plug.pull()
        seen.cuts++
      } else if (act < 68) {
        unplug()
        await expectAllThere(server, session, [...claimed])
        plug.isIn = true
      } else if (act < 72) plug.isIn = !plug.isIn
      else if (act < 80) program.page.session.reconnect()
      else if (act < 88) {
        program.page.unload()
        await turns(upTo(200))
        program.page = program.load()
        watch(program)
        seen.reloads++
      } else if (act < 91) {
        await kill()
      } else if (act < 93) plug.isIn = true
      await turns(upTo(1_500))
    }
    plug.isIn = true
    for (const program of programs) {
      await eventually(
        `${program.name} has saved all`,
        async () => {
          program.page.session.reconnect()
          return program.page.session.status.get().state === 'live' && program.page.session.unsaved.get() === 0
        },
        30_000,
      )
      claim(program)
    }
  } finally {
    for (const { page } of programs) page.unload()
  }
  await server.kill9()
  server = await spawnServer({ data, port })
  const there = await expectAllThere(server, session, [...claimed])
  const all = programs.flatMap(({ written }) => written)
  expect(there.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
  for (const entry of all) expect(there.find(({ id }) => id === entry.id)).toEqual(entry)
  const place = new Map(there.map(({ id }, at) => [id, at]))
  for (const { id, parentId } of there)
    if (parentId !== null) expect(place.get(parentId)).toBeLessThan(place.get(id) ?? 0)
  expect(all.length).toBeGreaterThan(50)
  expect(await server.stop()).toBe(0)
}, 300_000)

/** What a fresh reader finds in the log, in its order. */
async function expectAllThere(server: SpawnedServer, session: string, ids: readonly EntryId[]): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let after = 0; ;) {
    const page = await httpClient(server).get(`/api/sessions/${session}/entries?limit=5000&after=${after}`)
    const listed = field<{ seq: number; entry: Entry }[]>(page, 'entries')
    entries.push(...listed.map(({ entry }) => entry))
    const last = listed.at(-1)
    if (last === undefined) break
    after = last.seq
  }
  const there = new Set(entries.map(({ id }) => id))
  expect(ids.filter((id) => !there.has(id))).toEqual([])
  expect(there.size).toBe(entries.length)
  return entries
}

/** Lets the machine run for a while, during which anything may happen. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}
