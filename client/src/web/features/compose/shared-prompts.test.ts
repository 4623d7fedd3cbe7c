import { entryId, participantId, sessionId, TreeIndex, type EntryId, type Hello } from '@coppice/shared'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../../sdk/store.ts'
import type { LateText, PromptDraft, SessionStatus, TreeSnapshot } from '../../../sdk/types.ts'
import { DraftStore } from './draft-store.ts'
import { DraftTrash } from './draft-trash.ts'
import { PageBackedStorage } from './draft-storage.ts'
import { SharedPrompts } from './shared-prompts.ts'

const ME = participantId('me')
const MIA = participantId('mia')
const id = (text: string): EntryId => entryId(text)

function draft(name: string, text: string): PromptDraft {
  return { id: id(name), parentId: id('a'), startedBy: MIA, writers: [MIA, ME], text, sending: false }
}

function setUp() {
  const index = new TreeIndex()
  const snapshot = (): TreeSnapshot => ({ index, version: index.version, open: true, synced: true })
  const prompts = createStore<readonly PromptDraft[]>([])
  const lateTexts = createStore<readonly LateText[]>([])
  const status = createStore<SessionStatus>({ state: 'live' })
  const tree = createStore(snapshot())
  const hello = createStore<Hello | undefined>({
    version: 1,
    session: sessionId('s'),
    incarnation: '1',
    participant: { id: ME, name: 'Me', color: 0, kind: 'human' },
    role: 'own',
    head: 0,
    nowMs: 0,
    desk: 'd',
    limits: { frameBytes: 1, entryBytes: 1, sessionBytes: 1, clockAheadMs: 1 },
  })
  const taken: EntryId[] = []
  const takeLateText = (promptId: EntryId): Promise<void> => {
    taken.push(promptId)
    return Promise.resolve()
  }
  const source = { storage: new PageBackedStorage(undefined), session: sessionId('s'), now: Date.now }
  const drafts = new DraftStore({ ...source, trash: new DraftTrash(source) })
  const shared = new SharedPrompts({ prompts, lateTexts, status, tree, hello, takeLateText }, drafts)
  const appear = (name: string, author = MIA): void => {
    index.add({
      id: id(name),
      parentId: null,
      timestamp: '2026-01-01T00:00:00.000Z',
      author,
      type: 'message',
      message: { role: 'user', content: name },
    })
    tree.set(snapshot())
  }
  const lose = (): void => {
    status.set({ state: 'offline', since: 0 })
    prompts.set([])
  }
  return { prompts, lateTexts, status, drafts, shared, appear, lose, taken }
}

const privately = (drafts: DraftStore, leaf: string): string => drafts.load({ kind: 'leaf', leafId: id(leaf) })

let ends: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers()
  // Here drafts last as long as the page, which is said.
  vi.spyOn(console, 'info').mockReturnValue(undefined)
})
afterEach(() => {
  for (const end of ends) end()
  ends = []
  vi.useRealTimers()
})

function attached() {
  const all = setUp()
  ends.push(all.shared.attach())
  const { prompts, shared } = all
  prompts.set([draft('p', 'one')])
  shared.join(draft('p', 'one'))
  return all
}

test('[UI95] without a connection a shared prompt stays as it was seen last, however long', () => {
  const { prompts, status, shared, lose } = attached()
  prompts.set([draft('p', 'one two')])
  lose()
  vi.advanceTimersByTime(600_000)
  expect(shared.state.get().mine.get(id('p'))?.text).toBe('one two')
  status.set({ state: 'live' })
  vi.advanceTimersByTime(500)
  prompts.set([draft('p', 'one two three')])
  vi.advanceTimersByTime(600_000)
  expect(shared.state.get()).toMatchObject({ news: undefined })
  expect(shared.state.get().mine.get(id('p'))?.text).toBe('one two three')
})

test('[UI93] sent by somebody else it is over and I am told by whom; sent by me it is just over', () => {
  const { prompts, shared, appear } = attached()
  appear('p')
  prompts.set([])
  expect(shared.state.get()).toMatchObject({ news: { kind: 'sent', promptId: 'p', by: MIA } })
  expect(shared.state.get().mine.size).toBe(0)
  shared.join(draft('q', 'two'))
  expect(shared.state.get().news).toBeUndefined()
  appear('q', ME)
  expect(shared.state.get()).toMatchObject({ news: undefined })
  expect(shared.state.get().mine.size).toBe(0)
})

test('[UI94] thrown away by somebody else, its text goes to my trash and I am told', () => {
  const { prompts, shared, drafts } = attached()
  prompts.set([])
  vi.advanceTimersByTime(900)
  expect(shared.state.get().mine.size).toBe(1)
  vi.advanceTimersByTime(200)
  expect(shared.state.get()).toMatchObject({ news: { kind: 'discarded' } })
  expect(drafts.trash.drafts.get()).toMatchObject([{ text: 'one', why: 'shared', place: { leafId: 'a' } }])
})

test('[UI94] what I left by myself is no news', () => {
  const { prompts, shared, drafts } = attached()
  shared.leave(id('p'))
  prompts.set([])
  vi.advanceTimersByTime(10_000)
  expect(shared.state.get().news).toBeUndefined()
  expect(drafts.trash.drafts.get()).toEqual([])
})

test('[UI95] words that came too late are below my private draft of the place, once, and I am told why', () => {
  const { lateTexts, shared, drafts, appear, taken } = attached()
  drafts.save({ kind: 'leaf', leafId: id('a') }, 'mine')
  appear('p')
  lateTexts.set([{ promptId: id('p'), parentId: id('a'), text: 'last words' }])
  expect(privately(drafts, 'a')).toBe('mine\n\nlast words')
  expect(shared.state.get()).toMatchObject({ news: { kind: 'late', sent: true }, returned: 1 })
  expect(taken).toEqual(['p'])
  lateTexts.set([{ promptId: id('p'), parentId: id('a'), text: 'last words' }])
  expect(privately(drafts, 'a')).toBe('mine\n\nlast words')
  lateTexts.set([{ promptId: id('q'), parentId: null, text: 'of a closed one' }])
  expect(drafts.load({ kind: 'leaf', leafId: null })).toBe('of a closed one')
  expect(shared.state.get().news).toEqual({ kind: 'late', sent: false })
})

test('[UI95] words that came too late on an earlier page are there when the session is opened', () => {
  const { lateTexts, shared, drafts } = setUp()
  lateTexts.set([{ promptId: id('p'), parentId: id('a'), text: 'last words' }])
  ends.push(shared.attach())
  expect(privately(drafts, 'a')).toBe('last words')
})
