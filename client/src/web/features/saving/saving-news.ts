// What a screen reader is told about the connection and about saving: only what changed, in short sentences.
import type { Keeping } from '../../../sdk/types.ts'
import { counted } from '../../words/number-words.ts'
import type { HomecomingWords } from './homecoming-words.ts'

export interface SavingFacts {
  /** For longer than a moment. */
  readonly isOffline: boolean
  readonly unsaved: number
  /** Where what I write is kept until it is saved. */
  readonly keeping: Keeping
  /** Entries that were not accepted. */
  readonly refused: number
  readonly homecoming: HomecomingWords | undefined
}

export function savingNews(before: SavingFacts, now: SavingFacts): readonly string[] {
  const news: string[] = []
  if (now.isOffline && !before.isOffline) news.push(`Offline. ${KEPT[now.keeping.kind]}`.trim())
  else if (now.keeping.kind === 'memory' && before.keeping.kind !== 'memory') news.push(KEPT.memory)
  if (!now.isOffline && before.isOffline) news.push('Back online')
  if (now.homecoming !== undefined && before.homecoming === undefined)
    news.push([now.homecoming.sent, now.homecoming.became].filter((part) => part !== undefined).join(' '))
  if (now.refused > before.refused)
    news.push(`${counted(now.refused - before.refused, 'entry', 'entries')} of yours not accepted`)
  return news
}

const KEPT: Readonly<Record<Keeping['kind'], string>> = {
  opening: '',
  kept: 'What you write is kept on this device',
  memory: 'What you write is kept in this page only: keep it open until everything is saved',
}
