import { expect, test } from 'vitest'
import { savingNews, type SavingFacts } from './saving-news.ts'

const calm: SavingFacts = {
  isOffline: false,
  unsaved: 0,
  keeping: { kind: 'kept' },
  refused: 0,
  homecoming: undefined,
}

test('[UI76] a screen reader hears when one goes offline and is back, what came home and what was refused, each once', () => {
  const offline = { ...calm, isOffline: true, unsaved: 2 }
  expect(savingNews(calm, offline)).toEqual(['Offline. What you write is kept on this device'])
  expect(savingNews(offline, { ...offline, unsaved: 3 })).toEqual([])
  const home = { ...calm, homecoming: { sent: '2 entries sent.', became: 'Your prompt became k7f.', branches: [] } }
  expect(savingNews(offline, home)).toEqual(['Back online', '2 entries sent. Your prompt became k7f.'])
  expect(savingNews(home, home)).toEqual([])
  expect(savingNews(calm, { ...calm, refused: 1 })).toEqual(['1 entry of yours not accepted'])
})

test('[UI105] where what is written is kept is said as it is, also when that changes', () => {
  const full = { ...calm, keeping: { kind: 'memory', trouble: 'full' } } as const
  const inThisPage = 'What you write is kept in this page only: keep it open until everything is saved'
  expect(savingNews(full, { ...full, isOffline: true })).toEqual([`Offline. ${inThisPage}`])
  expect(savingNews(calm, full)).toEqual([inThisPage])
  expect(savingNews(full, full)).toEqual([])
  const opening = { ...calm, keeping: { kind: 'opening' } } as const
  expect(savingNews(opening, { ...opening, isOffline: true })).toEqual(['Offline.'])
})
