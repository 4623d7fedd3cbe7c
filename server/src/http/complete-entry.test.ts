import { checkEntry, participantId, TreeIndex, type Entry } from '@coppice/shared'
import { describe, expect, test } from 'vitest'
import { completeEntries } from './complete-entry.ts'

const author = participantId('ada')
const nowMs = Date.parse('2026-11-30T12:00:00.000Z')
const message = { role: 'user', content: 'Hello' }

function indexOf(...entries: unknown[]): TreeIndex {
  const index = new TreeIndex()
  for (const value of entries) {
    const checked = checkEntry(value)
    if (!checked.ok) throw new Error(checked.problem)
    index.add(checked.entry)
  }
  return index
}

const fields = (value: unknown): Partial<Entry> => (typeof value === 'object' && value !== null ? value : {})

describe('entries of scripts', () => {
  test('[HT6] a missing id, author and timestamp are filled in, everything else is left alone', () => {
    const [entry] = completeEntries([{ type: 'message', parentId: null, message }], { index: indexOf(), author, nowMs })
    expect(entry).toMatchObject({
      type: 'message',
      parentId: null,
      message,
      author,
      timestamp: '2026-11-30T12:00:00.000Z',
    })
    expect(checkEntry(entry).ok).toBe(true)
    const odd = [7, null, 'text', [1], { id: 5, author: '', timestamp: 'soon' }]
    expect(completeEntries(odd, { index: indexOf(), author, nowMs })).toEqual(odd)
  })

  test('[HT6] a parent’s time is never undercut, be it in the session or earlier in the request', () => {
    const late = '2026-11-30T12:00:30.000Z'
    const parent = { type: 'message', id: 'p', parentId: null, author, timestamp: late, message }
    const below = (parentId: string) => ({ type: 'message', parentId, message })
    const inSession = completeEntries([below('p')], { index: indexOf(parent), author, nowMs })
    expect(fields(inSession[0]).timestamp).toBe(late)
    const inRequest = completeEntries([parent, below('p')], { index: indexOf(), author, nowMs })
    expect(fields(inRequest[1]).timestamp).toBe(late)
  })

  test('[HT6] under a known id the missing fields are those that are there, so a repeated request says the same', () => {
    const known = {
      type: 'message',
      id: 'k',
      parentId: null,
      author: 'bob',
      timestamp: '2020-01-01T00:00:00.000Z',
      message,
    }
    const again = completeEntries([{ type: 'message', id: 'k', parentId: null, message }], {
      index: indexOf(known),
      author,
      nowMs,
    })
    expect(again).toEqual([known])
  })

  test('[HT6] a label or name is stamped later than the one it replaces', () => {
    const stamp = '2026-11-30T12:00:40.000Z'
    const index = indexOf(
      { type: 'message', id: 'm', parentId: null, author, timestamp: '2026-11-30T11:00:00.000Z', message },
      { type: 'label', id: 'l', parentId: 'm', author, timestamp: stamp, targetId: 'm', label: 'old' },
      { type: 'session_info', id: 's', parentId: 'm', author, timestamp: stamp, name: 'old' },
    )
    const entries = completeEntries(
      [
        { type: 'label', parentId: 'm', targetId: 'm', label: 'new' },
        { type: 'session_info', parentId: 'm', name: 'new' },
      ],
      { index, author, nowMs },
    )
    expect(entries.map((entry) => fields(entry).timestamp)).toEqual([
      '2026-11-30T12:00:40.001Z',
      '2026-11-30T12:00:40.001Z',
    ])
  })
})
