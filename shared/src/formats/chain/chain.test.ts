import { expect, test } from 'vitest'
import { entryId } from '../../entry/ids.ts'
import { SessionBuilder } from '../build/session-builder.ts'
import { IMPORTER } from '../testing/sample-file.ts'
import { addChain, notePayload, type ChainLink } from './chain.ts'

const FORMAT = { name: 'sample', title: 'Sample' }

function link(id: string, isBeside: boolean, more: Partial<ChainLink> = {}): ChainLink {
  const said = { type: 'message', message: { role: 'user', content: id } }
  const payload = isBeside ? notePayload({ id }) : said
  return { id: entryId(id), isBeside, timestamp: undefined, line: 1, payload, record: { id }, ...more }
}

function parents(...links: ChainLink[]): { links: unknown[]; end: unknown } {
  const builder = new SessionBuilder(FORMAT, { author: IMPORTER, now: 0 }, 'seed')
  const end = addChain(links, builder)
  return { links: builder.entries.map(({ id, parentId }) => [id, parentId]), end }
}

test('[FM92] words hang below the words before them, notes beside, those at the start below the first words', () => {
  expect(parents(link('n1', true), link('a', false), link('n2', true), link('b', false), link('n3', true))).toEqual({
    links: [
      ['n1', 'a'],
      ['a', null],
      ['n2', 'a'],
      ['b', 'a'],
      ['n3', 'b'],
    ],
    end: 'b',
  })
})

test('[FM92] a file of nothing but notes hangs below its first one, and there is nowhere to stand', () => {
  expect(parents(link('n1', true), link('n2', true), link('n3', true))).toEqual({
    links: [
      ['n1', null],
      ['n2', 'n1'],
      ['n3', 'n1'],
    ],
    end: null,
  })
})

test('[FM92] what is told again stands where it was told first, and what follows goes on from the end', () => {
  const other = { type: 'message', message: { role: 'user', content: 'other' } }
  const told = parents(
    link('a', false),
    link('b', false),
    link('a', false),
    link('a', false, { payload: other }),
    link('c', false),
  )
  expect(told.links).toEqual([
    ['a', null],
    ['b', 'a'],
    [expect.stringMatching(/^a~[0-9a-f]{8}$/), null],
    ['c', 'b'],
  ])
})
