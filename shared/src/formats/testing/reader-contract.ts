// What every reader of a format must hold, run by each of them with samples of its own (FM21).
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { admitEntries } from '../../admission/admit-entries.ts'
import { AdmissionLedger } from '../../admission/ledger.ts'
import { SessionError } from '../../errors.ts'
import type { FormatReader, ImportedSession } from '../format.ts'
import { detectFormat, importFile } from '../import-file.ts'
import { exportPi } from '../pi/export-pi.ts'
import { PLACE_MARK } from '../pi/place-mark.ts'
import { damagedCopies } from './damage-text.ts'
import { IMPORTER, treeOf } from './sample-file.ts'

export interface Sample {
  readonly name: string
  readonly text: string
}

const options = { author: IMPORTER, now: 0 }
/** Of each kind of damage, and for each sample. */
const ROUNDS = 60

/** Defines the tests. @param samples files of the format; not damaged, and with at least one entry each */
export function readerContract(reader: FormatReader, samples: readonly Sample[]): void {
  const read = (text: string | Iterable<string>): ImportedSession[] => [
    ...reader.read(typeof text === 'string' ? [text] : text, options),
  ]

  describe.each(samples)(`the ${reader.title} reader with $name`, ({ text }) => {
    test('[FM21] knows its own by the content', () => {
      expect(detectFormat(text)).toBe(reader.name)
    })

    test('[FM21] reads the same twice, whatever pieces the text comes in', () => {
      const whole = read(text)
      expect(read(text)).toEqual(whole)
      const step = Math.max(1, Math.floor(text.length / 40))
      for (let at = 1; at < text.length; at += step) expect(read([text.slice(0, at), text.slice(at)])).toEqual(whole)
      expect(read(text.match(/[^]{1,7}/g) ?? [])).toEqual(whole)
    })

    test('[FM21] gives sessions that can be stored', () => {
      const sessions = read(text)
      expect(sessions.length).toBeGreaterThan(0)
      for (const session of sessions) expectStorable(session, reader)
    })

    test('[FM21] gives sessions that go to Pi and back', () => {
      for (const { entries, header } of read(text)) {
        const meta = { sessionId: 'ours', createdAt: '', header, title: '' }
        const exported = exportPi(treeOf(...entries), meta)
        const [back] = importFile(exported, options)
        if (back === undefined) throw new Error('the export is no session')
        const again = exportPi(treeOf(...back.entries), { ...meta, header: back.header })
        expect(withoutMark(again)).toEqual(withoutMark(exported))
        expect(back.entries.map(({ id }) => id)).toEqual(expect.arrayContaining(entries.map(({ id }) => id)))
      }
    })

    test('[FM21] reads what is left of a file that was cut off', () => {
      expect(read(text.slice(0, Math.floor((text.length * 3) / 4))).some(({ entries }) => entries.length > 0)).toBe(
        true,
      )
    })

    test('[FM21] survives every damage, in words where nothing is left', () => {
      let readable = 0
      for (const { kind, text: damaged } of damagedCopies(text, ROUNDS)) {
        try {
          for (const session of read(damaged)) expectStorable(session, reader)
          readable += 1
        } catch (error) {
          if (!(error instanceof SessionError)) throw new Error(`${kind}: ${String(error)}`, { cause: error })
          expect(['invalid_file', 'unsupported_format']).toContain(error.code)
        }
      }
      expect(readable).toBeGreaterThan(ROUNDS)
    })
  })
}

/** Lines of a Pi file without our own mark of where one stood. */
function withoutMark(file: string): string[] {
  return file.split('\n').filter((line) => !line.includes(`"customType":"${PLACE_MARK}"`))
}

function expectStorable(session: ImportedSession, reader: FormatReader): void {
  const { entries, leafId, report } = session
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  expect(leafId === null || entries.some(({ id }) => id === leafId)).toBe(true)
  expect(report).toMatchObject({ kept: entries.length })
  expect(report.formatTitle).not.toBe('')
  expect(session.title.trim()).not.toBe('')
  for (const entry of entries) expect([entry.id, JSON.stringify(entry).isWellFormed()]).toEqual([entry.id, true])
  const ledger = AdmissionLedger.fromDoc(new Y.Doc(), [])
  const context = { who: { participant: IMPORTER, role: 'own' as const }, nowMs: 0, isOpenDraft: () => false }
  const answer = admitEntries(ledger, entries, { ...context, mode: 'import', clientId: 1 })
  expect([reader.name, answer]).toMatchObject([reader.name, { outcome: 'admitted' }])
}
