import {
  participantId,
  putPerson,
  readPeople,
  SessionError,
  sessionId,
  type Participant,
  type ParticipantId,
  type Person,
} from '@coppice/shared'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { createMemoryStorage } from '../log/memory-storage.ts'
import { Access } from './access.ts'
import { acceptInvite, createInvite, getInvite } from './invites.ts'
import { ensureOwner } from './owner.ts'

const session = sessionId('tree')

function roomOf(doc: Y.Doc) {
  return { session, doc, putPerson: async (id: ParticipantId, person: Person) => putPerson(doc, id, person) }
}

async function setUp() {
  const clock = { nowMs: Date.parse('2026-11-30T12:00:00.000Z') }
  const store = createMemoryStorage().access
  const owner = await ensureOwner(store)
  const access = new Access({ store, owner, ownerToken: 'the-owner-token', now: () => clock.nowMs })
  const doc = new Y.Doc()
  putPerson(doc, owner.id, { name: owner.name, color: owner.color, kind: owner.kind })
  const invite = async (expiresAt: string | null = null, role: 'view' | 'prompt' = 'prompt') =>
    createInvite(access, { participant: owner, role: 'own' }, { session, role, expiresAt })
  return { access, store, owner, clock, doc, room: roomOf(doc), invite }
}

const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof SessionError ? error.code : error),
  )

describe('invites', () => {
  test('[AC8] a guest comes in under their name: a new participant, a member, in the record’s people', async () => {
    const { access, store, room, doc, invite } = await setUp()
    const found = await getInvite(access, await invite())
    const ada = await acceptInvite(access, found, room, { signedIn: undefined, name: 'Ada' })
    const bob = await acceptInvite(access, found, room, { signedIn: undefined, name: 'Bob' })
    expect(ada.id).not.toBe(bob.id)
    expect(await store.findParticipant(ada.id)).toEqual(ada)
    expect(await store.findMember(session, ada.id)).toBe('prompt')
    expect(readPeople(doc).get(ada.id)).toEqual({ name: 'Ada', color: 1, kind: 'human' })
    expect(readPeople(doc).get(bob.id)).toEqual({ name: 'Bob', color: 2, kind: 'human' })
  })

  test('[AC8] who is signed in joins as who they are', async () => {
    const { access, store, room, doc, invite } = await setUp()
    const ada: Participant = { id: participantId('ada'), name: 'Ada', color: 5, kind: 'human' }
    await store.saveParticipant(ada)
    const found = await getInvite(access, await invite())
    expect(await acceptInvite(access, found, room, { signedIn: ada, name: 'Somebody else' })).toEqual(ada)
    expect(readPeople(doc).get(ada.id)).toEqual({ name: 'Ada', color: 1, kind: 'human' })
  })

  test('[AC8] an invite never lowers a role and never changes someone who is there already', async () => {
    const { access, store, owner, room, doc, invite } = await setUp()
    const view = await getInvite(access, await invite(null, 'view'))
    const prompt = await getInvite(access, await invite(null, 'prompt'))
    const ada = await acceptInvite(access, view, room, { signedIn: undefined, name: 'Ada' })
    await acceptInvite(access, prompt, room, { signedIn: ada, name: '' })
    expect(await store.findMember(session, ada.id)).toBe('prompt')
    await acceptInvite(access, view, room, { signedIn: ada, name: '' })
    expect(await store.findMember(session, ada.id)).toBe('prompt')
    const before = readPeople(doc)
    await acceptInvite(access, view, room, { signedIn: owner, name: '' })
    expect(await store.findMember(session, owner.id)).toBeUndefined()
    expect(readPeople(doc)).toEqual(before)
  })

  test('[AC8] an unknown code is not found, one whose time is over is gone', async () => {
    const { access, clock, invite } = await setUp()
    expect(await codeOf(getInvite(access, 'no-such-code'))).toBe('not_found')
    const code = await invite('2026-11-30T13:00:00.000Z')
    expect(await codeOf(getInvite(access, code))).toBe('no error')
    clock.nowMs += 60 * 60 * 1000
    expect(await codeOf(getInvite(access, code))).toBe('gone')
    expect(await codeOf(invite('2026-11-30T13:00:00.000Z'))).toBe('bad_request')
  })

  test('[AC8] nobody can give more than they have', async () => {
    const { access, owner } = await setUp()
    const asked = createInvite(
      access,
      { participant: owner, role: 'comment' },
      { session, role: 'prompt', expiresAt: null },
    )
    expect(await codeOf(asked)).toBe('forbidden')
  })

  test('[AC1] an invite’s code is not kept', async () => {
    const { store, invite } = await setUp()
    const code = await invite()
    expect(JSON.stringify(await store.listInvites(session))).not.toContain(code)
  })
})
