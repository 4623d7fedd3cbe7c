// The examples as people run them: programs of their own beside a real server, stopped and killed at will.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApi, joinSession, type Session } from '@coppice/client/sdk'
import { entryText, type Entry } from '@coppice/shared'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

interface Place {
  readonly alice: Session
  readonly link: string
  readonly say: (text: string) => Promise<Entry>
}

async function place(): Promise<Place> {
  const server = await startServer()
  const api = createApi(server)
  const { id } = await api.createSession('Examples')
  const { url: link } = await api.createInvite(id, { role: 'prompt' })
  const alice = joinSession({ url: server.url, session: id, token: server.token })
  onTestFinished(() => alice.close())
  await alice.whenSynced
  const say = async (text: string): Promise<Entry> => {
    const entry = alice.append({ type: 'message', message: { role: 'user', content: text } })
    await alice.whenSaved()
    return entry
  }
  return { alice, link, say }
}

/** Resolves once it says that it works. */
async function run(example: string, ...args: readonly string[]): Promise<ChildProcess> {
  const path = new URL(`../../client/examples/${example}.ts`, import.meta.url).pathname
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  let err = ''
  child.stdout.on('data', (data) => {
    if (String(data).includes('Ctrl-C')) resolve()
  })
  child.stderr.on('data', (data) => (err += String(data)))
  child.once('exit', (code) => reject(new Error(`${example} ended with ${code}: ${err}`)))
  await ready
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

test('[SY97] the bot answers each mention once, also those from while it was away, as the same participant', async () => {
  const { alice, link, say } = await place()
  const folder = tempFolder()
  const answersTo = (mention: Entry): Entry[] => {
    const { index } = alice.tree.get()
    return index
      .branches(mention.id)
      .flatMap((id) => index.get(id) ?? [])
      .filter(({ author }) => author !== mention.author)
  }
  const isAnswered = (mention: Entry) => eventually('an answer', () => answersTo(mention).length > 0)

  const before = await say('@echo were you here?')
  await say('nobody in particular')
  const first = await run('mention-bot', link, folder)
  await isAnswered(before)
  const during = await say('hello @echo')
  await isAnswered(during)
  await end(first, 'SIGKILL')
  const away = await say('@Echo, are you back?')
  const second = await run('mention-bot', link, folder)
  await isAnswered(away)
  await end(second, 'SIGTERM')
  const third = await run('mention-bot', link, folder)
  const last = await say('@echo one more')
  await isAnswered(last)
  await end(third, 'SIGINT')

  const answers = [before, during, away, last].map(answersTo)
  expect(answers.map((each) => each.map((entry) => entryText(entry)))).toEqual([
    ['You said: were you here?'],
    ['You said: hello'],
    ['You said: are you back?'],
    ['You said: one more'],
  ])
  expect(new Set(answers.flat().map(({ author }) => author)).size).toBe(1)
  expect(alice.people.get().get(answers[0]?.[0]?.author ?? before.author)?.name).toBe('Echo')
})

test('[SY97] the recorder writes every entry once, parents first, through kills and a torn line', async () => {
  const { alice, link, say } = await place()
  const folder = tempFolder()
  const file = join(folder, 'entries.jsonl')
  const recorded = (): Entry[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Entry)
      : []
  const isRecorded = (entry: Entry) => eventually('the record', () => recorded().some(({ id }) => id === entry.id))

  await say('one')
  const first = await run('recorder', link, folder)
  await isRecorded(await say('two'))
  await end(first, 'SIGKILL')
  appendFileSync(file, '{"id":"torn')
  await say('three')
  const second = await run('recorder', link, folder)
  await isRecorded(await say('four'))
  await end(second, 'SIGTERM')

  const entries = recorded()
  const all = [...alice.tree.get().index.entries()]
  expect(entries.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
  for (const [i, { parentId }] of entries.entries())
    if (parentId !== null) expect(entries.slice(0, i).some(({ id }) => id === parentId)).toBe(true)
  for (const entry of all) expect(entries).toContainEqual(entry)
})

test('[SY97] without a link the example says how it is run', async () => {
  await expect(run('recorder')).rejects.toThrow(/Which session\?/)
})
