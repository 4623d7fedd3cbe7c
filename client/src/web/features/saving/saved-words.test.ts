import { expect, test } from 'vitest'
import type { Keeping } from '../../../sdk/types.ts'
import { clockTime } from '../../words/time-words.ts'
import { hereWords, keepingWords, savedWords, staysWords, type SavedFacts } from './saved-words.ts'

const since = Date.UTC(2026, 10, 30, 14, 2)
const offline = { state: 'offline', since } as const
const kept: Keeping = { kind: 'kept' }
const said = (facts: Omit<SavedFacts, 'synced'>) => savedWords({ ...facts, synced: true })
const memory: Keeping = { kind: 'memory', trouble: 'full' }

test('[UI37] the top bar says whether all is saved, what is not, that one is offline, and that one was refused', () => {
  const live = { state: 'live' } as const
  expect(said({ status: live, unsaved: 0, keeping: kept })).toMatchObject({ tone: 'good', words: 'saved' })
  expect(said({ status: live, unsaved: 2, keeping: kept })).toMatchObject({
    tone: 'waiting',
    words: '2 not yet saved',
  })
  expect(said({ status: offline, unsaved: 0, keeping: kept }).words).toBe('offline')
  expect(said({ status: offline, unsaved: 3, keeping: kept }).words).toBe('offline · 3 only here')
  const refused = { state: 'refused', code: 'forbidden', message: 'No.' } as const
  expect(said({ status: refused, unsaved: 1, keeping: kept })).toMatchObject({
    tone: 'bad',
    words: 'refused',
    hint: 'No. 1 entry is only on this device.',
  })
})

test('[UI72] offline it says since when, how many entries are only here, and whether the page may be closed', () => {
  const one = said({ status: offline, unsaved: 1, keeping: kept })
  expect(one.title).toBe('1 entry is only on this device')
  expect(one.hint).toContain(`Offline since ${clockTime(since)}`)
  expect(one.hint).toContain('You may close this page')
  const lost = said({ status: offline, unsaved: 3, keeping: memory })
  expect(lost.title).toBe('3 entries are only in this page')
  expect(lost.hint).toContain('Keep this page open')
})

test('[UI72] who is signed out is told how to come back, and what is kept meanwhile', () => {
  const status = { state: 'refused', code: 'unauthenticated', message: 'No such cookie.' } as const
  const out = said({ status, unsaved: 2, keeping: kept })
  expect(out.words).toBe('signed out')
  expect(out.hint).toContain('sign-in link')
  expect(out.hint).toContain('2 entries are only on this device')
})

test('[UI73] each trouble with keeping has its own sentence with what to do, and none is said while all is kept', () => {
  expect(keepingWords(kept, 1)).toBeUndefined()
  expect(keepingWords({ kind: 'opening' }, 1)).toBeUndefined()
  expect(keepingWords({ kind: 'memory', trouble: 'refused' }, 0)).toContain('allow this site to store data')
  expect(keepingWords(memory, 0)).toContain('Free some space')
  expect(keepingWords({ kind: 'memory', trouble: 'lost' }, 0)).toContain('load the page again')
})

test('[UI73] nobody is told to load the page again while something in it is not saved', () => {
  for (const trouble of ['refused', 'full', 'lost'] as const) {
    const keeping: Keeping = { kind: 'memory', trouble }
    expect(keepingWords(keeping, 1)).toContain('load the page again once everything is saved.')
    expect(keepingWords(keeping, 0)).toContain('load the page again.')
  }
})

test('[UI105] what only this page has is never said to be on this device', () => {
  expect(hereWords(kept)).toBe('on this device')
  expect(hereWords(memory)).toBe('in this page')
  expect(hereWords({ kind: 'opening' })).toBe('in this page')
  expect(staysWords(1, kept)).toBe('It stays on this device.')
  expect(staysWords(2, memory)).toBe('They stay in this page only: copy or export them before you close it.')
  for (const unsaved of [1, 2])
    expect(said({ status: offline, unsaved, keeping: { kind: 'opening' } }).hint).toContain('Keep this page open')
})

test('[UI77] while the session starts over after a refusal it says so, and not when a page connects at first', () => {
  const status = { state: 'connecting' } as const
  expect(savedWords({ status, unsaved: 1, keeping: kept, synced: true }).title).toContain('Starting over')
  expect(savedWords({ status, unsaved: 0, keeping: kept, synced: false })).toMatchObject({ words: 'connecting' })
})
