import { entryId, participantId, type Participant } from '@coppice/shared'
import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { createStore } from '../../../sdk/store.ts'
import type { PeerPresence, PromptCaret } from '../../../sdk/types.ts'
import { SharedAwareness } from './shared-awareness.ts'

const PROMPT = entryId('p')
const MIA: Participant = { id: participantId('mia'), name: 'Mia', color: 3, kind: 'human' }

function setUp() {
  const doc = new Y.Doc()
  const text = new Y.Text()
  doc.getMap('prompts').set('p', text)
  text.insert(0, 'abcdef')
  const presence = createStore<readonly PeerPresence[]>([])
  const said: (PromptCaret | null)[] = []
  const session = { presence, setCaret: (caret: PromptCaret | null) => void said.push(caret) }
  const awareness = new SharedAwareness({ session, promptId: PROMPT, text })
  const positionAt = (index: number): Y.RelativePosition => Y.createRelativePositionFromTypeIndex(text, index)
  const jsonAt = (index: number): unknown => JSON.parse(JSON.stringify(positionAt(index)))
  return { doc, text, presence, said, awareness, positionAt, jsonAt }
}

function peer(clientId: number, anchor: unknown, head: unknown, more: Partial<PeerPresence> = {}): PeerPresence {
  return {
    clientId,
    user: MIA,
    leafId: null,
    viewId: null,
    readingId: null,
    writing: false,
    away: false,
    caret: { promptId: PROMPT, anchor, head },
    ...more,
  }
}

test('[UI92] others’ carets in this prompt are told to the editor, with name and colour, and no one’s in another', () => {
  const { doc, text, presence, awareness, jsonAt } = setUp()
  const heard = vi.fn()
  awareness.on('change', heard)
  presence.set([
    peer(7, jsonAt(1), jsonAt(3)),
    peer(8, jsonAt(1), jsonAt(1), { caret: { promptId: entryId('other'), anchor: jsonAt(1), head: jsonAt(1) } }),
    peer(9, jsonAt(1), jsonAt(1), { caret: null }),
  ])
  expect([...awareness.getStates().keys()]).toEqual([7])
  const state = awareness.getStates().get(7)
  expect(state?.user.name).toBe('Mia')
  expect(state?.user.color).toContain('var(--person-3)')
  const at = (position: Y.RelativePosition | undefined) =>
    position === undefined ? undefined : Y.createAbsolutePositionFromRelativePosition(position, doc)
  expect([at(state?.cursor.anchor)?.index, at(state?.cursor.head)?.index]).toEqual([1, 3])
  expect(at(state?.cursor.head)?.type).toBe(text)
  expect(heard).toHaveBeenCalledExactlyOnceWith({ added: [], updated: [7], removed: [] })
  presence.set([peer(7, jsonAt(1), jsonAt(3), { writing: true })])
  expect(heard).toHaveBeenCalledOnce()
  presence.set([])
  expect(heard).toHaveBeenCalledTimes(2)
  expect(awareness.getStates().size).toBe(0)
})

test('[UI92] the colours of two people’s carets differ, also when their hues do not: the editor tells them apart by it', () => {
  const { presence, awareness, jsonAt } = setUp()
  presence.set([peer(7, jsonAt(1), jsonAt(1)), peer(8, jsonAt(2), jsonAt(2))])
  const colors = [...awareness.getStates().values()].map(({ user }) => user.color)
  expect(new Set(colors).size).toBe(2)
})

test('[UI92] a caret that is nowhere in this text is left out, and makes nothing new in the document', () => {
  vi.spyOn(console, 'info').mockReturnValue(undefined)
  const { doc, presence, awareness, jsonAt } = setUp()
  const other = doc.getMap('prompts').set('q', new Y.Text('zzz'))
  const elsewhere: unknown = JSON.parse(JSON.stringify(Y.createRelativePositionFromTypeIndex(other, 1)))
  const root = { type: null, tname: 'invented', item: null, assoc: 0 }
  const nothing = { type: null, tname: null, item: null, assoc: 0 }
  presence.set([elsewhere, root, nothing].map((bad, number) => peer(number, bad, jsonAt(1))))
  expect(awareness.getStates().size).toBe(0)
  expect([...doc.share.keys()]).toEqual(['prompts'])
})

test('[UI92] a caret beside typing that is not here yet waits for it', () => {
  const { presence, awareness } = setUp()
  const later = { type: null, tname: null, item: { client: 99, clock: 5 }, assoc: 0 }
  presence.set([peer(7, later, later)])
  expect(awareness.getStates().size).toBe(1)
})

test('[UI92] my caret is told as JSON with its prompt, is nowhere in the end, and other fields are not told', () => {
  const { said, awareness, positionAt, jsonAt } = setUp()
  awareness.setLocalStateField('cursor', { anchor: positionAt(2), head: positionAt(4) })
  expect(said).toEqual([{ promptId: PROMPT, anchor: jsonAt(2), head: jsonAt(4) }])
  expect(awareness.getLocalState().cursor?.head).toEqual(positionAt(4))
  awareness.setLocalStateField('user', null)
  awareness.destroy()
  expect(said).toHaveLength(2)
  expect(said.at(-1)).toBeNull()
})
