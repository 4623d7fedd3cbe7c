import { participantId, ROLES, SessionError, sessionId, type Participant } from '@coppice/shared'
import { describe, expect, test } from 'vitest'
import { createMemoryStorage } from '../log/memory-storage.ts'
import { Access } from './access.ts'
import { COOKIE_LIFE_MS, issueCookie } from './credentials.ts'
import { identify } from './identity.ts'
import { ensureOwner } from './owner.ts'
import { hashSecret } from './secrets.ts'
import { identifySocket } from './socket-access.ts'

const session = sessionId('tree')
const guest: Participant = { id: participantId('guest'), name: 'Gast', color: 1, kind: 'human' }

async function setUp() {
  const clock = { nowMs: Date.parse('2026-11-30T12:00:00.000Z') }
  const store = createMemoryStorage().access
  const owner = await ensureOwner(store)
  const access = new Access({ store, owner, ownerToken: 'the-owner-token', now: () => clock.nowMs })
  await store.saveParticipant(guest)
  return { access, store, owner, clock }
}

const codeOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
    return 'no error'
  } catch (error) {
    return error instanceof SessionError ? error.code : error
  }
}

describe('who someone is', () => {
  test('[AC3] a bearer token comes before token= and that before the cookie', async () => {
    const { access, owner } = await setUp()
    const cookie = await issueCookie(access, guest.id)
    const none = { authorization: undefined, token: undefined, cookie: undefined }
    expect(await identify(access, none)).toBeUndefined()
    expect(await identify(access, { ...none, cookie })).toEqual({ participant: guest, via: 'cookie' })
    expect(await identify(access, { ...none, cookie, token: 'the-owner-token' })).toEqual({
      participant: owner,
      via: 'token',
    })
    expect(await identify(access, { authorization: 'bearer the-owner-token', token: 'x', cookie })).toEqual({
      participant: owner,
      via: 'token',
    })
  })

  test('[AC3] a token that is no good is refused, a cookie that is no good counts as signed out', async () => {
    const { access } = await setUp()
    const none = { authorization: undefined, token: undefined, cookie: undefined }
    const cookie = await issueCookie(access, guest.id)
    expect(await codeOf(identify(access, { ...none, authorization: 'Bearer wrong', cookie }))).toBe('unauthenticated')
    expect(await codeOf(identify(access, { ...none, token: 'wrong', cookie }))).toBe('unauthenticated')
    expect(await identify(access, { ...none, cookie: 'wrong' })).toBeUndefined()
  })

  test('[AC3] a cookie is no token and a token is no cookie', async () => {
    const { access, store } = await setUp()
    const cookie = await issueCookie(access, guest.id)
    expect(await access.findBySecret(cookie, 'token')).toBeUndefined()
    expect(await access.findBySecret('the-owner-token', 'cookie')).toBeUndefined()
    const createdAt = '2026-11-30T12:00:00.000Z'
    await store.saveCredential({
      hash: hashSecret('agent'),
      participant: guest.id,
      kind: 'token',
      createdAt,
      expiresAt: null,
    })
    expect(await access.findBySecret('agent', 'token')).toEqual(guest)
    expect(await access.findBySecret('agent', 'cookie')).toBeUndefined()
  })

  test('[AC3] a cookie ends when its time is over', async () => {
    const { access, clock } = await setUp()
    const cookie = await issueCookie(access, guest.id)
    clock.nowMs += COOKIE_LIFE_MS - 1
    expect(await access.findBySecret(cookie, 'cookie')).toEqual(guest)
    clock.nowMs += 1
    expect(await access.findBySecret(cookie, 'cookie')).toBeUndefined()
  })

  test('[AC2] only the token of this start is the owner’s', async () => {
    const { access, store, owner, clock } = await setUp()
    const next = new Access({ store, owner, ownerToken: 'another-token', now: () => clock.nowMs })
    expect(await access.findBySecret('the-owner-token', 'token')).toEqual(owner)
    expect(await next.findBySecret('the-owner-token', 'token')).toBeUndefined()
    expect(await next.findBySecret('another-token', 'token')).toEqual(owner)
  })
})

describe('what they may do', () => {
  test('[AC7] the owner owns every session, others have the role of their membership', async () => {
    const { access, store, owner } = await setUp()
    expect(await access.findRole(session, owner.id)).toBe('own')
    expect(await access.findRole(session, guest.id)).toBeUndefined()
    await store.saveMember(session, guest.id, 'prompt')
    expect(await access.findRole(session, guest.id)).toBe('prompt')
    expect(await access.findRole(sessionId('another'), guest.id)).toBeUndefined()
  })

  test('[AC7] a stranger is told that there is no such session, a member what their role may not', async () => {
    const { access, store } = await setUp()
    expect(await codeOf(access.requireRole(session, guest.id, 'read'))).toBe('not_found')
    await store.saveMember(session, guest.id, 'view')
    expect(await access.requireRole(session, guest.id, 'read')).toBe('view')
    await expect(access.requireRole(session, guest.id, 'append')).rejects.toThrow(/"view", which may not write entries/)
    expect(await codeOf(access.requireRole(session, guest.id, 'append'))).toBe('forbidden')
  })

  test('[AC7] each role may do what the ones before it may, and the acts are spread over them', async () => {
    const { access, store } = await setUp()
    const allowed: Record<string, string[]> = {}
    for (const role of ROLES) {
      await store.saveMember(session, guest.id, role)
      const acts = ['read', 'comment', 'append', 'run', 'invite', 'import'] as const
      const codes = await Promise.all(acts.map((act) => codeOf(access.requireRole(session, guest.id, act))))
      allowed[role] = acts.filter((_act, i) => codes[i] === 'no error')
    }
    expect(allowed).toEqual({
      view: ['read'],
      comment: ['read', 'comment'],
      prompt: ['read', 'comment', 'append', 'run'],
      maintain: ['read', 'comment', 'append', 'run', 'invite', 'import'],
      own: ['read', 'comment', 'append', 'run', 'invite', 'import'],
    })
  })
})

describe('who a socket belongs to', () => {
  const own = { host: '127.0.0.1:4180', origin: 'http://127.0.0.1:4180' }
  const foreign = { host: '127.0.0.1:4180', origin: 'https://evil.example' }

  test('[AC5] a ticket lets its participant in with the role they have at that moment', async () => {
    const { access, store } = await setUp()
    await store.saveMember(session, guest.id, 'prompt')
    const { ticket } = access.tickets.issue(session, guest)
    const url = `/ws/tree?ticket=${ticket}&v=1`
    await store.saveMember(session, guest.id, 'view')
    expect(await identifySocket(access, { url, headers: own }, session)).toEqual({ participant: guest, role: 'view' })
    expect(await codeOf(identifySocket(access, { url, headers: own }, session))).toBe('unauthenticated')
  })

  test('[AC4] a ticket shown by a page of another host is refused and not used up', async () => {
    const { access, owner } = await setUp()
    const { ticket } = access.tickets.issue(session, owner)
    const url = `/ws/tree?ticket=${ticket}`
    expect(await codeOf(identifySocket(access, { url, headers: foreign }, session))).toBe('origin_refused')
    expect(await identifySocket(access, { url, headers: {} }, session)).toEqual({ participant: owner, role: 'own' })
  })

  test('[AC3] an API token is good on a socket as well, in the query or the header, again and again', async () => {
    const { access, owner } = await setUp()
    const url = '/ws/tree?token=the-owner-token'
    const headers = { ...foreign, authorization: 'Bearer the-owner-token' }
    for (let i = 0; i < 2; i++) {
      expect(await identifySocket(access, { url, headers: foreign }, session)).toEqual({
        participant: owner,
        role: 'own',
      })
      expect(await identifySocket(access, { url: '/ws/tree', headers }, session)).toMatchObject({ role: 'own' })
    }
    expect(await codeOf(identifySocket(access, { url: '/ws/tree?token=no', headers: own }, session))).toBe(
      'unauthenticated',
    )
    expect(await codeOf(identifySocket(access, { url: '/ws/tree', headers: own }, session))).toBe('unauthenticated')
  })

  test('[AC7] a ticket does not outlive the membership', async () => {
    const { access } = await setUp()
    const { ticket } = access.tickets.issue(session, guest)
    expect(await codeOf(identifySocket(access, { url: `/ws/tree?ticket=${ticket}`, headers: own }, session))).toBe(
      'not_found',
    )
  })
})
