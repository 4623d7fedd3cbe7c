import { SessionError, type ErrorCode } from '@coppice/shared'
import { expect, test } from 'vitest'
import { messageEntry } from '../testing/harness.ts'
import { quarantineEntries, type QuarantineItem } from './quarantine.ts'

const [a, b, c] = [messageEntry('a', null), messageEntry('b', null), messageEntry('c', null)]

/** A device that is refused these, one refusal after another, and what it lists then. */
function refusedInTurn(
  ...refusals: readonly { readonly ids: readonly (typeof a)[]; readonly blamed?: string; readonly code?: ErrorCode }[]
): Record<string, QuarantineItem['state']> {
  const list = new Map<string, QuarantineItem>()
  for (const { ids, blamed, code = 'entry_invalid' } of refusals) {
    const error = new SessionError(code, 'no', blamed === undefined ? {} : { details: { entryId: blamed } })
    for (const item of quarantineEntries(ids, error, { known: (id) => list.get(id), nowMs: 1 })) list.set(item.id, item)
  }
  return Object.fromEntries([...list].map(([id, { state }]) => [id, state]))
}

test('[SY126] an entry that is named is refused, and the others of its update wait', () => {
  expect(refusedInTurn({ ids: [a, b], blamed: 'a' })).toEqual({ a: 'refused', b: 'waiting' })
})

test('[SY126] where none is named, only one that was refused alone is refused', () => {
  expect(refusedInTurn({ ids: [a, b] }, { ids: [a, b] }, { ids: [b] })).toEqual({ a: 'waiting', b: 'refused' })
})

test('[SY126] an entry that waits is not taken for the culprit beside a new one', () => {
  expect(refusedInTurn({ ids: [a, b], blamed: 'b' }, { ids: [a, c] })).toEqual({
    a: 'waiting',
    b: 'refused',
    c: 'waiting',
  })
})

test('[SY126] however often it is refused with others, an entry is not given up for their fault', () => {
  const often = Array.from({ length: 20 }, () => ({ ids: [a, b] }))
  expect(refusedInTurn(...often)).toEqual({ a: 'waiting', b: 'waiting' })
})

test('[SY126] what was refused stays refused when another tab is refused with it', () => {
  expect(refusedInTurn({ ids: [a, b], blamed: 'a' }, { ids: [a, b] })).toEqual({ a: 'refused', b: 'waiting' })
})

test('[SY126] a wrong timestamp is mended, as often as it takes', () => {
  const often = Array.from({ length: 5 }, () => ({ ids: [a, b], blamed: 'a', code: 'time_out_of_bounds' as const }))
  expect(refusedInTurn(...often)).toEqual({ a: 'waiting', b: 'waiting' })
})

test('[SY126] an id that is used is tried again, since it may be the very entry, but not for ever', () => {
  const used = { ids: [a], blamed: 'a', code: 'id_used' as const }
  expect(refusedInTurn(used)).toEqual({ a: 'waiting' })
  expect(refusedInTurn(used, used, used)).toEqual({ a: 'refused' })
})
