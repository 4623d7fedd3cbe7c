import { expect, test } from 'vitest'
import { savingNews, type SavingFacts } from './saving-news.ts'

const calm: SavingFacts = { isOffline: false, unsaved: 0, refused: 0, homecoming: undefined }

test('[UI76] a screen reader hears when one goes offline and is back, what came home and what was refused, each once', () => {
  const offline = { ...calm, isOffline: true, unsaved: 2 }
  expect(savingNews(calm, offline)).toEqual(['Offline. What you write is kept on this device'])
  expect(savingNews(offline, { ...offline, unsaved: 3 })).toEqual([])
  const home = { ...calm, homecoming: { sent: '2 entries sent.', became: 'Your prompt became k7f.', branches: [] } }
  expect(savingNews(offline, home)).toEqual(['Back online', '2 entries sent. Your prompt became k7f.'])
  expect(savingNews(home, home)).toEqual([])
  expect(savingNews(calm, { ...calm, refused: 1 })).toEqual(['1 entry of yours not accepted'])
})
