// What a screen reader is told about the connection and about saving: only what changed, in short sentences.
import { counted } from '../../words/number-words.ts'
import type { HomecomingWords } from './homecoming-words.ts'

export interface SavingFacts {
  /** For longer than a moment. */
  readonly isOffline: boolean
  readonly unsaved: number
  /** Entries that were not accepted. */
  readonly refused: number
  readonly homecoming: HomecomingWords | undefined
}

export function savingNews(before: SavingFacts, now: SavingFacts): readonly string[] {
  const news: string[] = []
  if (now.isOffline && !before.isOffline) news.push('Offline. What you write is kept on this device')
  if (!now.isOffline && before.isOffline) news.push('Back online')
  if (now.homecoming !== undefined && before.homecoming === undefined)
    news.push([now.homecoming.sent, now.homecoming.became].filter((part) => part !== undefined).join(' '))
  if (now.refused > before.refused)
    news.push(`${counted(now.refused - before.refused, 'entry', 'entries')} of yours not accepted`)
  return news
}
