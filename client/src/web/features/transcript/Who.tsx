// Who wrote an item, and when: the line above what they wrote.
import type { Person } from '@coppice/shared'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { whenInFull, whenWords } from './when-words.ts'

interface WhoProps {
  readonly person: Person
  readonly name: string
  /** Null where nobody knows. */
  readonly timestamp: string | null
  readonly nowMs: number
  readonly children?: ReactNode
}

export function Who({ person, name, timestamp, nowMs, children }: WhoProps) {
  return (
    <header className="who">
      <Avatar person={person} decorative />
      <b>
        <bdi>{name}</bdi>
      </b>
      {timestamp !== null && (
        <time className="num" dateTime={timestamp} title={whenInFull(timestamp)}>
          {whenWords(timestamp, nowMs)}
        </time>
      )}
      {children}
    </header>
  )
}
