import { entryId, participantId, type Participant } from '@coppice/shared'
import { expect, test } from 'vitest'
import type { PeerPresence } from '../../../sdk/types.ts'
import { findPerson } from './find-person.ts'
import { followable, hereNow } from './participants.ts'
import { personWords } from './people-words.ts'

function someone(id: string, name: string): Participant {
  return { id: participantId(id), name, color: 1, kind: 'human' }
}

const ME = someone('me', 'Zoe')
const MIA = someone('mia', 'Mia')
const BO = someone('bo', 'Bo')

function peer(clientId: number, user: Participant, leafId: string, more: Partial<PeerPresence> = {}): PeerPresence {
  return {
    clientId,
    user,
    leafId: entryId(leafId),
    viewId: null,
    readingId: null,
    writing: false,
    away: false,
    caret: null,
    ...more,
  }
}

test('[UI38] everyone here has one row, I come first, and somebody in two tabs stands at two places', () => {
  const rows = hereNow({
    me: ME,
    myLeaf: entryId('a'),
    peers: [
      peer(1, MIA, 'b'),
      peer(2, BO, 'a', { writing: true }),
      peer(3, MIA, 'c', { viewId: entryId('d') }),
      peer(4, ME, 'a'),
      peer(5, MIA, 'b'),
    ],
  })
  expect(rows.map((row) => [row.person.name, row.isMe, row.leaves, row.viewId, row.doing])).toEqual([
    ['Zoe', true, ['a'], null, 'here'],
    ['Bo', false, ['a'], null, 'writing'],
    ['Mia', false, ['b', 'c'], 'd', 'here'],
  ])
})

test('[UI38] an author the session does not know still has a name, a colour of the eight, and a kind', () => {
  expect(findPerson(new Map([[MIA.id, MIA]]), MIA.id)).toBe(MIA)
  const stranger = findPerson(new Map(), participantId('agent:old'))
  expect(stranger).toMatchObject({ name: 'old', kind: 'agent' })
  expect(findPerson(new Map(), participantId('agent:old')).color).toBe(stranger.color)
})

test('[UI8] a name that turns the direction of writing says so, wherever the person is shown', () => {
  const eve = someone('eve', 'Eve\u202Enimda')
  const shown = 'Eve⟨U+202E⟩nimda'
  expect(findPerson(new Map([[eve.id, eve]]), eve.id)).toEqual({ ...eve, name: shown })
  expect(findPerson(new Map(), participantId('agent:m\u001B')).name).toBe('m␛')
  const rows = hereNow({ me: eve, myLeaf: null, peers: [peer(1, { ...eve, id: participantId('eve 2') }, 'a')] })
  expect(rows.map((row) => row.person.name)).toEqual([shown, shown])
})

test('[UI88] a row says where someone stands, what they do, in how many windows, and what they look at elsewhere', () => {
  const names: Readonly<Record<string, string>> = { a: 'k7f · turn 2', b: 'b7 · turn 12' }
  const rowsOf = (...peers: PeerPresence[]) =>
    followable(hereNow({ me: ME, myLeaf: entryId('a'), peers })).map((row) => personWords(row, (id) => names[id]))
  expect(rowsOf(peer(1, MIA, 'b'))).toEqual([{ stands: 'b7 · turn 12', looks: undefined }])
  expect(rowsOf(peer(1, MIA, 'b', { viewId: entryId('a') }), peer(2, MIA, 'b', { writing: true }))).toEqual([
    { stands: 'b7 · turn 12 · writing · 2 windows', looks: 'looks at k7f · turn 2' },
  ])
  expect(rowsOf(peer(1, MIA, 'gone', { viewId: entryId('gone too') }))).toEqual([
    { stands: 'before the first prompt', looks: undefined },
  ])
})

test('[UI88] away is who is at none of their windows', () => {
  const doing = (...peers: PeerPresence[]) =>
    followable(hereNow({ me: ME, myLeaf: null, peers })).map((row) => row.doing)
  const away = { away: true }
  expect(doing(peer(1, MIA, 'a', away), peer(2, MIA, 'a', away))).toEqual(['away'])
  expect(doing(peer(1, MIA, 'a', away), peer(2, MIA, 'a'))).toEqual(['here'])
  expect(doing(peer(1, MIA, 'a'), peer(2, MIA, 'a', away))).toEqual(['here'])
  expect(doing(peer(1, MIA, 'a', { writing: true }), peer(2, MIA, 'a', away))).toEqual(['writing'])
})

test('[UI107] of who hides their cursor nothing is said but where they stand, also while they write', () => {
  // What a hidden person tells: the place, and nothing of what they do.
  const [mia] = followable(hereNow({ me: ME, myLeaf: null, peers: [peer(1, MIA, 'a')] }))
  expect(personWords(mia ?? fail(), () => 'k7f · turn 2')).toEqual({ stands: 'k7f · turn 2', looks: undefined })
})

test('[UI88] I come in no list of those to follow, whatever windows I have open', () => {
  const rows = hereNow({ me: ME, myLeaf: null, peers: [peer(1, ME, 'a'), peer(2, BO, 'a')] })
  expect(followable(rows).map((row) => row.person.name)).toEqual(['Bo'])
  expect(personWords(rows[0] ?? fail(), () => 'x').stands).toBe('before the first prompt and x · 2 windows')
})

function fail(): never {
  throw new Error('nobody is here')
}
