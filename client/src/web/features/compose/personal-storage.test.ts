import { participantId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { PageBackedStorage } from './draft-storage.ts'
import { PersonalStorage } from './personal-storage.ts'

const [mia, jo] = [participantId('guest:mia'), participantId('guest:jo')]

test('[UI36] two people in one browser profile do not see each other’s drafts', () => {
  const shared = new PageBackedStorage(undefined)
  const hers = new PersonalStorage(shared, mia, [])
  const his = new PersonalStorage(shared, jo, [])
  hers.setItem('coppice.draft.a.leaf.x', 'hers')
  expect([his.length, his.key(0), his.getItem('coppice.draft.a.leaf.x')]).toEqual([0, null, null])
  expect([hers.length, hers.key(0), hers.getItem('coppice.draft.a.leaf.x')]).toEqual([
    1,
    'coppice.draft.a.leaf.x',
    'hers',
  ])
  his.removeItem('coppice.draft.a.leaf.x')
  expect(new PersonalStorage(shared, mia, []).getItem('coppice.draft.a.leaf.x')).toBe('hers')
})

test('[UI36] drafts from before people had parts of their own go to the first who comes, of that session alone', () => {
  const shared = new PageBackedStorage(undefined)
  shared.setItem('coppice.draft.a.leaf.x', 'old')
  shared.setItem('coppice.draft.b.leaf.x', 'of another session')
  const hers = new PersonalStorage(shared, mia, ['coppice.draft.a.'])
  expect(hers.getItem('coppice.draft.a.leaf.x')).toBe('old')
  expect(new PersonalStorage(shared, jo, ['coppice.draft.a.']).length).toBe(0)
  expect(shared.getItem('coppice.draft.b.leaf.x')).toBe('of another session')
})
