import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Entry } from '../entry/entry.ts'
import { entryId, participantId } from '../entry/ids.ts'
import { userEntry } from '../tree/sample-entries.ts'
import { admitEntries } from './admit-entries.ts'
import { admitPrepared } from './admit-prepared.ts'
import { encodeEntries, encodeStructs } from './encode.ts'
import { AdmissionLedger, entryWireBytes } from './ledger.ts'
import type { Admitted, Refusal } from './outcome.ts'
import { pickPrepared, preparedEntry, prepareEntries, type PreparedEntries } from './prepared-entries.ts'

const CLIENT = 77
const LIMITS = { entryBytes: 2_000, sessionBytes: 5_000 }
const base = userEntry('a', null, 1)
const author = base.author
const label: Entry = {
  ...userEntry('l', 'b', 3),
  type: 'label',
  targetId: entryId('b'),
  label: 'é',
} as unknown as Entry
const three = [base, userEntry('b', 'a', 2), label]

function ledgerOf(doc = new Y.Doc()): AdmissionLedger {
  return AdmissionLedger.fromDoc(doc, [])
}

const context = {
  who: { participant: author, role: 'own' as const },
  nowMs: 0,
  isOpenDraft: (id: string) => id === 'draft',
  clientId: CLIENT,
  limits: LIMITS,
}

function admitted(outcome: Admitted | Refusal): Admitted {
  if (outcome.outcome !== 'admitted') throw new Error(outcome.message)
  return outcome
}

function refusedFor(prepared: PreparedEntries, ledger = ledgerOf(), changes: Partial<typeof context> = {}): string {
  const outcome = admitPrepared(ledger, prepared, { ...context, ...changes })
  return outcome.outcome === 'refused' ? `${outcome.code} ${outcome.entryId ?? ''}` : outcome.outcome
}

test('[SY243] prepared entries are admitted as what they were made of, with the bytes they have in an update', () => {
  const { entries } = admitted(admitPrepared(ledgerOf(), prepareEntries(three, author), context))
  expect(entries.map(({ entry }) => entry)).toEqual(three)
  expect(entries.map(({ id, type, clock, clientId, bytes }) => ({ id, type, clock, clientId, bytes }))).toEqual(
    three.map((entry, clock) => ({
      id: entry.id,
      type: entry.type,
      clock,
      clientId: CLIENT,
      bytes: entryWireBytes(entry),
    })),
  )
})

test('[SY243] their structs make the update that the entries themselves would make', () => {
  const { structs } = prepareEntries(three, author)
  const placed = three.map((entry, i) => ({ entry, clientId: CLIENT, clock: 5 + i }))
  expect(encodeStructs(CLIENT, 5, 3, structs)).toEqual(encodeEntries(placed))
})

test('[SY243] some of them can be picked out', () => {
  const picked = pickPrepared(prepareEntries(three, author), [0, 2])
  expect(picked).toEqual(prepareEntries([base, label], author))
  expect(preparedEntry(picked, 1)).toEqual(label)
})

test('[SY244] what admission refuses of an entry by itself is refused where it is prepared, in the same words', () => {
  const bad: readonly unknown[] = [
    null,
    { ...base, id: '' },
    { ...base, id: 'x'.repeat(257) },
    { ...base, parentId: 7 },
    { ...base, type: 'message', message: { role: 'user', content: [{ type: 'text' }] } },
    { ...base, author: participantId('mallory') },
    { ...base, more: Number.NaN },
    { ...base, more: undefined },
    { ...base, more: 'half \ud83d' },
    { ...base, more: new Date(0) },
    { ...base, more: JSON.parse('{"__proto__":1}') as unknown },
    { ...base, more: JSON.parse('['.repeat(70) + ']'.repeat(70)) as unknown },
    { ...base, more: Array.from({ length: 60_000 }, () => 0) },
    { ...base, more: 'x'.repeat(2_000) },
  ]
  for (const value of bad) {
    const direct = admitEntries(ledgerOf(), [base, value], { ...context, mode: 'import' })
    const words = direct.outcome === 'refused' ? direct.message : ''
    // An id that is there already is the room's to refuse; everything else was wrong with the second one.
    const alone = admitEntries(ledgerOf(), [value], { ...context, mode: 'import' })
    expect(alone.outcome).toBe('refused')
    const message = (alone.outcome === 'refused' ? alone.message : words).replace('number 1', 'number 2')
    expect(() => prepareEntries([userEntry('other', null, 1), value], author, LIMITS)).toThrow(message)
  }
})

test('[SY244] what depends on the room is refused when they get there: used ids, drafts, size, author and role', () => {
  const prepared = prepareEntries(three, author)
  const doc = new Y.Doc()
  Y.applyUpdate(doc, encodeStructs(1, 0, 1, prepareEntries([three[1]], author).structs))
  expect(refusedFor(prepared, ledgerOf(doc))).toBe('id_used b')
  const waiting = ledgerOf()
  waiting.stage(admitted(admitPrepared(waiting, pickPrepared(prepared, [2]), context)))
  expect(refusedFor(prepared, waiting)).toBe('id_used l')
  expect(refusedFor(prepareEntries([base, base], author))).toBe('id_used a')
  expect(refusedFor(prepareEntries([userEntry('draft', null, 1)], author))).toBe('id_used draft')
  expect(refusedFor(prepared, ledgerOf(), { limits: { ...LIMITS, sessionBytes: 300 } })).toMatch(/^too_large /)
  expect(refusedFor(prepared, ledgerOf(), { who: { participant: participantId('eve'), role: 'own' } })).toBe(
    'author_forged a',
  )
  expect(refusedFor(prepared, ledgerOf(), { who: { participant: author, role: 'read' as 'own' } })).toBe('forbidden a')
})

test('[SY243] while they wait for the commit the ledger knows them: ids, clocks, bytes, and what a label replaces', () => {
  const ledger = ledgerOf()
  const outcome = admitted(admitPrepared(ledger, prepareEntries(three, author), context))
  ledger.stage(outcome)
  expect(ledger.getEntry(entryId('b'))).toEqual(three[1])
  expect(ledger.nextClock(CLIENT)).toBe(3)
  expect(ledger.at(CLIENT, 1)).toMatchObject({ kind: 'entry', value: three[1] })
  expect(ledger.bytes).toBe(three.reduce((sum, entry) => sum + entryWireBytes(entry), 0))
  expect(ledger.replacedTime(label)).toBe(Date.parse(label.timestamp))
  ledger.settle(outcome.entries)
  expect(ledger.getEntry(entryId('b'))).toBeUndefined()
})
