// Writing together, over a real socket, where two are faster than the network: nobody is closed, nothing is lost.
import { encodeJsonFrame, entryId, MESSAGE, type PromptNotice } from '@coppice/shared'
import { expect, test } from 'vitest'
import { AttackScene, textOf, typing } from '../support/attack-scene.ts'
import { changes, type Attacker } from '../support/attacker.ts'
import { eventually } from '../support/eventually.ts'
import { field } from '../support/http-client.ts'

interface Listed {
  readonly id: string
  readonly author: string
  readonly contributors?: readonly string[]
  readonly message: { readonly content: readonly { readonly text: string }[] }
}

const press = ({ prompt }: AttackScene): Uint8Array => encodeJsonFrame(MESSAGE.sendPrompt, { id: prompt })
const answersTo = ({ notices }: Attacker): PromptNotice[] =>
  notices.flatMap((notice) => (notice.kind === 'prompt' && notice.act === 'send' ? [notice] : []))

async function sentEntry(scene: AttackScene): Promise<Listed> {
  return eventually('the prompt is an entry', async () => {
    const listed = await scene.owner.get(`/api/sessions/${scene.session}/entries`)
    const sent = field<{ entry: Listed }[]>(listed, 'entries').filter(({ entry }) => entry.id === scene.prompt)
    expect(sent.length).toBeLessThan(2)
    return sent[0]?.entry
  })
}

test('[DK32] typing into a prompt that was just sent is dead: its writer starts over and goes on, and the entry is what was there', async () => {
  const scene = await AttackScene.open()
  const { alice, mallory, prompt } = scene
  // With another prompt open the desk goes on, so that the late typing reaches it.
  mallory.send(encodeJsonFrame(MESSAGE.openPrompt, { id: 'another', parentId: scene.root.id, text: 'again' }))
  await eventually('another is open', () => mallory.notices.length > 0)
  const late = typing(changes(mallory.desk, () => textOf(mallory.desk, prompt).insert(0, 'too late: ')))
  alice.send(press(scene))
  const entry = await sentEntry(scene)
  mallory.send(late)
  await eventually('the writer starts over', () => mallory.notices.some(({ kind }) => kind === 'desk'))
  expect(entry.message.content[0]?.text).toBe('Hello world')
  expect(mallory.notices.filter(({ kind }) => kind === 'desk')).toEqual([{ kind: 'desk', desk: mallory.hello?.desk }])
  const fresh = await scene.join('mallory')
  fresh.send(typing(changes(fresh.desk, () => textOf(fresh.desk, entryId('another')).insert(0, 'once '))))
  await eventually('the writer goes on', () => textOf(alice.desk, entryId('another')).toJSON() === 'once again')
  expect([alice, mallory].map(({ closes, rejected }) => [...closes, ...rejected])).toEqual([[], []])
})

test('[DK33] of two people who press Send at once one sends, the other is told who it was, and there is one entry', async () => {
  const scene = await AttackScene.open()
  const { alice, mallory, prompt } = scene
  mallory.send(typing(changes(mallory.desk, () => textOf(mallory.desk, prompt).insert(11, '!'))))
  await eventually('Alice reads it', () => textOf(alice.desk, prompt).toJSON() === 'Hello world!')
  for (const client of [alice, mallory]) client.send(press(scene))
  const answers = await eventually('both are answered', () => {
    const both = [alice, mallory].flatMap(answersTo)
    return both.length === 2 ? both : undefined
  })
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['refused', 'sent'])
  const entry = await sentEntry(scene)
  expect(entry.message.content[0]?.text).toBe('Hello world!')
  expect([...(entry.contributors ?? [])].toSorted()).toEqual([scene.aliceId, scene.malloryId].toSorted())
  expect(answers.find(({ outcome }) => outcome === 'refused')).toMatchObject({ code: 'conflict', by: entry.author })
  expect([alice, mallory].map(({ closes, rejected }) => [...closes, ...rejected])).toEqual([[], []])
})

test('[DK33] pressing Send twice sends once', async () => {
  const scene = await AttackScene.open()
  for (let i = 0; i < 2; i++) scene.alice.send(press(scene))
  await eventually('both are answered', () => answersTo(scene.alice).length === 2)
  expect(answersTo(scene.alice).map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['sent', 'refused']))
  expect((await sentEntry(scene)).message.content[0]?.text).toBe('Hello world')
  expect(scene.alice.closes).toEqual([])
})
