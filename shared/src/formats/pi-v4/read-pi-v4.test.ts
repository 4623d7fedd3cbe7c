import { expect, test } from 'vitest'
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import type { Entry } from '../../entry/entry.ts'
import { isFact } from '../../entry/entry.ts'
import { entryId } from '../../entry/ids.ts'
import { SessionError } from '../../errors.ts'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { detectFormat } from '../import-file.ts'
import { exportLines, importText, treeOf } from '../testing/sample-file.ts'
import { at, BRANCHED, entry, file, HEADER, LANES, REGISTERS, remove, reply, set, tip, user } from './sample.ts'

const talkOf = ({ entries }: ImportedSession): Entry[] => entries.filter((one) => !isFact(one))
const keptWhole = ({ entries }: ImportedSession): unknown[] =>
  entries.flatMap((one) => (one.type === 'custom' && one.customType === UNKNOWN_RECORD ? [one.data] : []))

test('[FM13] entries are the tree, and one stands where the main branch ends', () => {
  const session = importText(BRANCHED)
  const index = treeOf(...session.entries)
  expect(talkOf(session).map(({ id, parentId, type }) => [id, parentId, type])).toEqual([
    ['e1', null, 'message'],
    ['e2', 'e1', 'model_change'],
    ['e3', 'e2', 'message'],
    ['e4', 'e3', 'message'],
    ['e5', 'e3', 'branch_summary'],
  ])
  expect(index.branchPoints()).toEqual(['e3'])
  expect(session).toMatchObject({ leafId: 'e5', title: 'Beds', createdAt: new Date(at(0)).toISOString() })
  expect(index.counts()).toMatchObject({ roots: 1, detached: 0 })
  expect(talkOf(session)[0]).toMatchObject({
    timestamp: new Date(at(1)).toISOString(),
    message: { role: 'user', content: 'e1' },
    source: { format: 'pi-v4', line: 2, fields: { seq: 1, header: HEADER } },
  })
  expect(projectContext(index, session.leafId).model).toEqual({ provider: 'p', modelId: 'm' })
})

test('[FM90] names and labels are entries of their own, and the last one counts', () => {
  const text = file(
    user(1, 'e1', null),
    user(2, 'e2', 'e1'),
    set(3, 'pi.session.name', '', 'First'),
    set(4, 'pi.entry.label', 'e1', 'one'),
    set(5, 'pi.entry.label', 'e2', 'two'),
    remove(6, 'pi.entry.label', 'e1'),
    set(7, 'pi.session.name', '', 'Second'),
  )
  const session = importText(text)
  const index = treeOf(...session.entries)
  expect([index.labelOf(entryId('e1')), index.labelOf(entryId('e2')), index.sessionName()]).toEqual([
    undefined,
    'two',
    'Second',
  ])
  expect(session.entries.filter(({ type }) => type === 'label').map(({ parentId }) => parentId)).toEqual([
    'e1',
    'e2',
    'e1',
  ])
})

test('[FM90] state that still holds is kept whole, what the file replaced is named in the report', () => {
  const session = importText(BRANCHED)
  expect(keptWhole(session)).toMatchObject([
    { kind: 'usage', entryId: 'e1' },
    { namespace: 'pi.branch.tip', key: 'side', value: 'e4' },
    { namespace: 'app.notes' },
    { kind: 'list', value: 'one' },
    { kind: 'list', value: 'two' },
  ])
  expect(session.report.leftOut).toEqual([{ line: 4, message: expect.stringContaining('replaced or deleted later') }])
  expect(session.report.keptAsIs).toEqual([])
  const usage = session.entries.find((one) => one.type === 'custom' && one.parentId === 'e1')
  expect(usage).toMatchObject({ data: { id: 'us1' } })
  const gone = file(
    user(1, 'e1', null),
    { kind: 'list', op: 'append', seq: 2, namespace: 'n', key: '' },
    { kind: 'list', op: 'delete', seq: 3, namespace: 'n', key: '' },
  )
  expect(keptWhole(importText(gone))).toEqual([])
})

test('[FM90] where one stands: main, else the branch written last, else the newest message', () => {
  const talk = [user(1, 'e1', null), reply(2, 'e2', 'e1')]
  expect(importText(file(...talk, tip(3, 'e1'), tip(4, 'e2', 'side'))).leafId).toBe('e1')
  expect(importText(file(...talk, tip(3, 'e1', 'one'), tip(4, 'e2', 'two'), tip(5, 'e1', 'one'))).leafId).toBe('e1')
  expect(importText(file(...talk)).leafId).toBe('e2')
  expect(importText(file(...talk, tip(3, null))).leafId).toBeNull()
  expect(importText(file(...talk, tip(3, 'e1', 'x'), remove(4, 'pi.branch.tip', 'x'))).leafId).toBe('e2')
  const missing = importText(file(...talk, tip(3, 'gone')))
  expect(missing.leafId).toBe('e2')
  expect(missing.report.keptAsIs[0]).toMatchObject({ line: 4, message: expect.stringContaining('gone') })
})

test('[FM91] Pi 0.84 is read by its lanes and facts, early drafts by their registers', () => {
  const lanes = importText(LANES)
  expect(lanes).toMatchObject({
    title: 'Sowing',
    leafId: 'b',
    parentSession: 's_0',
    report: { version: '4, of Pi 0.84' },
  })
  expect(talkOf(lanes).map(({ type }) => type)).toEqual(['message', 'model_change', 'message', 'message'])
  expect(treeOf(...lanes.entries).labelOf(entryId('b'))).toBe('good')
  expect(keptWhole(lanes)).toMatchObject([{ kind: 'record' }])
  const moved = `${LANES}${JSON.stringify({ kind: 'lane', seq: 8, lane: 'main', leafId: 'a' })}\n`
  expect(importText(moved).leafId).toBe('a')
  const drafts = importText(REGISTERS)
  expect(drafts).toMatchObject({ title: 'Draft', leafId: 'e1' })
  expect(drafts.entries).toHaveLength(3)
})

test('[FM91] a last line without an end never took place, a damaged one costs itself', () => {
  const whole = file(user(1, 'e1', null), user(2, 'e2', 'e1'))
  const torn = importText(whole.slice(0, -1))
  expect(torn.entries.map(({ id }) => id)).toEqual(['e1'])
  expect(torn.report.leftOut).toEqual([{ line: 3, message: expect.stringContaining('has no end') }])
  const damaged = `${whole}{"kind":"entry"\n7\n[{"kind":"entry","seq":3,"timestamp":1,"id":"e3","parentId":"e2","type":"custom","customType":"x"},"y"]\n`
  const session = importText(damaged)
  expect(session.entries.map(({ id }) => id)).toEqual(['e1', 'e2', 'e3'])
  expect(session.report.leftOut.map(({ line }) => line)).toEqual([4, 5, 6])
})

test('[FM91] a header of another version or storage is refused by its name', () => {
  const refusal = (header: object): string => {
    try {
      importText(`${JSON.stringify(header)}\n${JSON.stringify(user(1, 'e1', null))}\n`)
    } catch (error) {
      if (error instanceof SessionError && error.code === 'unsupported_format') return error.message
    }
    return 'read'
  }
  expect(refusal(HEADER)).toBe('read')
  expect(refusal({ ...HEADER, v: 5 })).toMatch(/^Pi v5 is not supported: line 1/)
  expect(refusal({ ...HEADER, storageVersion: 2 })).toMatch(/^Pi v4 with storage version 2 is not supported: line 1/)
})

test('[FM91] odd numbers, unknown kinds and types, and a second header are kept or named', () => {
  const session = importText(
    file(
      user(2, 'e1', null),
      user(1, 'e2', 'e1'),
      { kind: 'dream', seq: 3 },
      entry(4, 'e3', 'e2', 'future', { x: 1 }),
      HEADER,
    ),
  )
  expect(session.report.keptAsIs.map(({ line, message }) => [line, message.slice(0, 22)])).toEqual([
    [3, 'The numbers of the wri'],
    [4, 'A write of an unknown '],
    [5, 'A record is not of a k'],
  ])
  expect(session.report.leftOut).toEqual([{ line: 6, message: 'A second header stands here.' }])
  expect(keptWhole(session)).toMatchObject([{ kind: 'dream' }, { type: 'future' }])
  expect(session.entries.find(({ id }) => id === 'e3')).toMatchObject({ parentId: 'e2' })
})

test('[FM13] a file without its header is known by its entries', () => {
  const lines = BRANCHED.split('\n').slice(1)
  expect(detectFormat(lines.join('\n'))).toBe('pi-v4')
  expect(importText(lines.join('\n'))).toMatchObject({
    leafId: 'e5',
    header: null,
    report: { version: '4, no header' },
  })
})

test('[FM90] settings of version 4 are those of version 3, others stay custom', () => {
  const custom = (seq: number, customType: string, data: unknown): object =>
    entry(seq, `e${seq}`, seq === 1 ? null : `e${seq - 1}`, 'custom', { customType, data })
  const session = importText(
    file(
      custom(1, 'thinking_level_change', { thinkingLevel: 'high' }),
      custom(2, 'active_tools_change', { activeToolNames: ['read'] }),
      custom(3, 'model_change', { provider: 'p' }),
      custom(4, 'mine', { a: 1 }),
      entry(5, 'e5', 'e4', 'branch_summary', { fromId: null, summary: 's' }),
    ),
  )
  expect(session.entries).toMatchObject([
    {
      type: 'thinking_level_change',
      thinkingLevel: 'high',
      source: { fields: { customType: 'thinking_level_change' } },
    },
    { type: 'active_tools_change', activeToolNames: ['read'] },
    { type: 'custom', customType: 'model_change', data: { provider: 'p' } },
    { type: 'custom', customType: 'mine' },
    { type: 'branch_summary', fromId: 'root', source: { fields: { fromId: null } } },
  ])
})

test('[FM90] an export is a file of version 3 that knows the session and its folder', () => {
  const session = importText(BRANCHED)
  const [header = '', ...lines] = exportLines(session)
  expect(JSON.parse(header)).toMatchObject({ type: 'session', version: 3, id: 's_1', cwd: '/work/garden' })
  const again = importText(`${[header, ...lines].join('\n')}\n`)
  expect(again.report).toMatchObject({ format: 'pi', leftOut: [] })
  expect(again.entries.map(({ id }) => id).toSorted()).toEqual(session.entries.map(({ id }) => id).toSorted())
  expect(again.title).toBe('Beds')
})
