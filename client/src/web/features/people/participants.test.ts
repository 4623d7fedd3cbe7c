import { entryId, participantId, type Participant } from '@coppice/shared'
import { expect, test } from 'vitest'
import type { PeerPresence } from '../../../sdk/types.ts'
import { findPerson } from './find-person.ts'
import { hereNow } from './participants.ts'

function someone(id: string, name: string): Participant {
  return { id: participantId(id), name, color: 1, kind: 'human' }
}

const ME = someone('me', 'Zoe')
const MIA = someone('mia', 'Mia')
const BO = someone('bo', 'Bo')

function peer(clientId: number, user: Participant, leafId: string, more: Partial<PeerPresence> = {}): PeerPresence {
  return { clientId, user, leafId: entryId(leafId), viewId: null, writing: false, ...more }
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
  expect(rows.map((row) => [row.person.name, row.isMe, row.leaves, row.viewId, row.writing])).toEqual([
    ['Zoe', true, ['a'], null, false],
    ['Bo', false, ['a'], null, true],
    ['Mia', false, ['b', 'c'], 'd', false],
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
