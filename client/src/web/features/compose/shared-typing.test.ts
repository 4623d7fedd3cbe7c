import { entryId, participantId, type Participant, type ParticipantId } from '@coppice/shared'
import { expect, test } from 'vitest'
import type { PeerPresence, PromptDraft } from '../../../sdk/types.ts'
import { othersIn, typistName } from './shared-typing.ts'

const ME = participantId('me')
const person = (name: string): Participant => ({ id: participantId(name.toLowerCase()), name, color: 1, kind: 'human' })
const MIA = person('Mia')
const BO = person('Bo')
const people = new Map([MIA, BO].map(({ id, ...rest }) => [id, rest]))
const prompt = (...writers: ParticipantId[]): PromptDraft => ({
  id: entryId('p'),
  parentId: null,
  startedBy: ME,
  writers,
  text: '',
  sending: false,
})

function inPrompt(clientId: number, user: Participant, more: Partial<PeerPresence> = {}): PeerPresence {
  return {
    clientId,
    user,
    leafId: null,
    viewId: null,
    readingId: null,
    writing: false,
    away: false,
    caret: { promptId: entryId('p'), anchor: {}, head: {} },
    ...more,
  }
}

test('[UI93] who types is told by name where it can be known, and as somebody else where not', () => {
  const name = (peers: readonly PeerPresence[], ...writers: ParticipantId[]): string =>
    typistName({ prompt: prompt(...writers), peers, people, me: ME })
  expect(name([inPrompt(1, MIA), inPrompt(2, BO, { writing: true })])).toBe('Bo')
  expect(name([inPrompt(1, MIA)], ME)).toBe('Mia')
  expect(name([inPrompt(1, MIA, { caret: null })], ME, BO.id)).toBe('Bo')
  expect(name([inPrompt(1, MIA), inPrompt(2, BO)], ME, MIA.id, BO.id)).toBe('Somebody else')
  expect(name([], ME)).toBe('Somebody else')
})

test('[UI93] others in a prompt are those with a caret there, each once, and not I in another window', () => {
  const me: Participant = { ...person('Me'), id: ME }
  const peers = [
    inPrompt(1, MIA),
    inPrompt(2, MIA),
    inPrompt(3, BO, { caret: { promptId: entryId('other'), anchor: {}, head: {} } }),
    inPrompt(4, me),
  ]
  expect(othersIn({ prompt: prompt(), peers, me: ME }).map(({ clientId }) => clientId)).toEqual([1])
})
