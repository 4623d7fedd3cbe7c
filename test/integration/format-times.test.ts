// Times of files that name no zone mean the same wherever the file is read.
import { importFile } from '@coppice/shared/formats'
import { participantId } from '@coppice/shared'
import { afterEach, expect, test } from 'vitest'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

function timesOf(...written: readonly string[]): unknown[] {
  const chat_messages = written.map((created_at, at) => ({ uuid: `m${at}`, sender: 'human', text: 'x', created_at }))
  const file = JSON.stringify({ uuid: 'c', name: 'C', created_at: '2020-01-01T00:00:00Z', chat_messages })
  const [session] = [...importFile(file, { author: participantId('ann'), now: 0 })]
  return session?.entries.map(({ timestamp }) => timestamp) ?? []
}

test.each(['Asia/Tokyo', 'America/New_York'])('[FM153] a time without a zone is taken as UTC, also in %s', (where) => {
  process.env['TZ'] = where
  expect(new Date(2026, 0, 1).getTimezoneOffset()).not.toBe(0)
  expect(
    timesOf(
      '2026-03-01T10:00:00',
      '2026-03-01 10:00',
      '3/1/2026, 10:00:00 AM',
      '2026-03-01',
      '2026-03-01T10:00:00.123456',
    ),
  ).toEqual([
    '2026-03-01T10:00:00.000Z',
    '2026-03-01T10:00:00.000Z',
    '2026-03-01T10:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T10:00:00.123Z',
  ])
  expect(
    timesOf('2026-03-01T10:00:00Z', '2026-03-01T10:00:00+02:00', '2026-03-01T10:00:00-0500', '1 Mar 2026 10:00 GMT'),
  ).toEqual([
    '2026-03-01T10:00:00.000Z',
    '2026-03-01T08:00:00.000Z',
    '2026-03-01T15:00:00.000Z',
    '2026-03-01T10:00:00.000Z',
  ])
})
