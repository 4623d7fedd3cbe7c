// What every access store must do, whatever its medium. Run by access-store.test.ts on each of them.
import { participantId, sessionId, type Participant } from '@coppice/shared'
import type { AccessStore, Credential, Invite } from '@coppice/server/access/access-store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ALICE, BOB, NOON, ONE, TWO } from './log-builders.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const LATER = '2026-12-01T12:00:00.000Z'

const alice: Participant = { id: ALICE, name: 'Alice', color: 3, kind: 'human' }
const cookie: Credential = { hash: 'aa11', participant: ALICE, kind: 'cookie', createdAt: NOON, expiresAt: LATER }
const invite: Invite = {
  hash: 'bb22',
  session: ONE,
  role: 'prompt',
  createdBy: ALICE,
  createdAt: NOON,
  expiresAt: null,
}

export function describeAccessStore(name: string, create: CreateStorage): void {
  describe(`access store: ${name}`, () => {
    let medium: StorageUnderTest
    let access: AccessStore

    beforeEach(async () => {
      medium = await create()
      access = medium.storage.access
    })
    afterEach(() => medium.remove())

    test('[AC40] a participant is found as last saved, and nobody else is', async () => {
      expect(await access.findParticipant(ALICE)).toBeUndefined()
      await access.saveParticipant(alice)
      await access.saveParticipant({ ...alice, name: 'Alice \u{1f333}', color: 0 })
      expect(await access.findParticipant(ALICE)).toEqual({ ...alice, name: 'Alice \u{1f333}', color: 0 })
      expect(await access.findParticipant(BOB)).toBeUndefined()
      await access.saveParticipant({ id: participantId('agent:demo'), name: 'Demo model', color: 7, kind: 'agent' })
      expect(await access.findParticipant(participantId('agent:demo'))).toMatchObject({ kind: 'agent' })
    })

    test('[AC41] a credential is found by its hash alone, with its kind and its end', async () => {
      const token: Credential = { ...cookie, hash: 'aa22', kind: 'token', expiresAt: null }
      await access.saveCredential(cookie)
      await access.saveCredential(token)
      expect(await access.findCredential('aa11')).toEqual(cookie)
      expect(await access.findCredential('aa22')).toEqual(token)
      expect(await access.findCredential('AA11')).toBeUndefined()
      expect(await access.findCredential('')).toBeUndefined()
      await access.saveCredential({ ...cookie, expiresAt: NOON })
      expect(await access.findCredential('aa11')).toEqual({ ...cookie, expiresAt: NOON })
    })

    test('[AC42] an invite is found by its hash, and listed by its session, oldest first', async () => {
      const second: Invite = { ...invite, hash: 'aa00', role: 'view', createdAt: LATER, expiresAt: LATER }
      const elsewhere: Invite = { ...invite, hash: 'cc33', session: TWO }
      for (const one of [second, invite, elsewhere]) await access.saveInvite(one)
      expect(await access.findInvite('bb22')).toEqual(invite)
      expect(await access.findInvite('dd44')).toBeUndefined()
      expect(await access.listInvites(ONE)).toEqual([invite, second])
      expect(await access.listInvites(TWO)).toEqual([elsewhere])
      expect(await access.listInvites(sessionId('three'))).toEqual([])
    })

    test('[AC43] a member has one role in each session, the one last saved', async () => {
      await access.saveMember(ONE, ALICE, 'own')
      await access.saveMember(ONE, BOB, 'view')
      await access.saveMember(TWO, BOB, 'prompt')
      await access.saveMember(ONE, BOB, 'maintain')
      expect(await access.findMember(ONE, BOB)).toBe('maintain')
      expect(await access.findMember(TWO, ALICE)).toBeUndefined()
      expect(await access.listMembers(ONE)).toEqual(
        new Map([
          [ALICE, 'own'],
          [BOB, 'maintain'],
        ]),
      )
      expect(await access.listMemberships(BOB)).toEqual(
        new Map([
          [ONE, 'maintain'],
          [TWO, 'prompt'],
        ]),
      )
      expect(await access.listMembers(sessionId('three'))).toEqual(new Map())
      expect(await access.listMemberships(participantId('carol'))).toEqual(new Map())
    })

    test('[AC44] what is changed in an object after it was saved or found is not kept', async () => {
      const given = { ...alice }
      await access.saveParticipant(given)
      given.name = 'Mallory'
      const members = new Map(await access.listMembers(ONE))
      members.set(BOB, 'own')
      expect(await access.findParticipant(ALICE)).toEqual(alice)
      expect(await access.findMember(ONE, BOB)).toBeUndefined()
    })
  })
}
