// The conversation on the path one looks at: what was said from the root to its end, and what is being answered there.
// Others' branches are not in it; what they write below its end is one line at the end.
import './transcript.css'
import { mayDo, type EntryId, type ParticipantId, type TreeIndex } from '@coppice/shared'
import { useMemo, useState } from 'react'
import { useStore } from '../../../react/index.ts'
import type { Session } from '../../../sdk/types.ts'
import { leaveUnanswered, startAnswer } from '../compose/start-answer.ts'
import { findPerson } from '../people/find-person.ts'
import { stopRun } from '../people/stop-run.ts'
import { authorOf, modelAsPerson } from '../tree/author-of.ts'
import { endOfBranch } from '../tree/branch-end.ts'
import { sightOf } from '../tree/sight.ts'
import { isPrompt } from '../tree/turns.ts'
import { useSessionNow } from '../tree/use-session-now.ts'
import { EmptyTranscript } from './EmptyTranscript.tsx'
import { EndLine } from './EndLine.tsx'
import { nextPath, type PathIdentity } from './path-identity.ts'
import { putLabel } from './put-label.ts'
import { readingIn } from './reading.ts'
import { markBefore, startedByOf } from './stand-mark.ts'
import { TranscriptList } from './TranscriptList.tsx'
import { useMinute } from './use-minute.ts'

/** At most twenty renders a second, whatever streams. */
const PAUSE_MS = 50

export interface TranscriptProps {
  readonly session: Session
  /** What I look at; null: my leaf. */
  readonly viewId: EntryId | null
  readonly onView: (id: EntryId | null) => void
  /** Asks a prompt again, or goes on from an answer, on a new branch. */
  readonly onFork: (id: EntryId) => void
  readonly onContinueHere: (id: EntryId) => void
}

export function Transcript({ session, viewId, onView, onFork, onContinueHere }: TranscriptProps) {
  const now = useSessionNow(session, PAUSE_MS)
  const { tree, leafId, people, replies, unsaved } = now
  const { index } = tree
  const sight = sightOf(session)
  const reading = readingIn(session)
  const { endId, own } = sight.look({ viewId, leafId, live: tree.synced }, index)
  const hello = session.hello.get()
  const me = hello?.participant.id

  const [path, setPath] = useState<PathIdentity>({ endId, number: 0 })
  const identity = nextPath(path, endId, index)
  if (identity !== path) setPath(identity)

  const settled = reading.itemsOn(index, endId)
  const draft = replies.find((reply) => reply.parentId === endId && !index.has(reply.id))
  const items = draft === undefined ? settled.items : reading.withDraft(draft)
  const nowMs = useMinute()
  const sent = useSent(session, endId, me)
  const waiting = useStore(session.waitingRuns)

  const tools = useMemo(
    () => ({
      index: tree.index,
      person: (id: ParticipantId) => findPerson(people, id),
      answerer: (id: ParticipantId, model: string | undefined) => {
        const author = findPerson(people, id)
        return author.kind === 'agent' ? author : modelAsPerson(model ?? '', people)
      },
      nowMs,
      fork: onFork,
      continueHere: onContinueHere,
      turnTo: (id: EntryId) => onView(endOfBranch(tree.index, id, sightOf(session).recentEnds)),
      isUnsaved: (id: EntryId) => unsaved > 0 && session.isUnsaved(id),
      label:
        hello !== undefined && mayDo(hello.role, 'append')
          ? (id: EntryId, label: string | null) => putLabel(session, id, label)
          : undefined,
      waitingSince: (id: EntryId) => waiting.find((run) => run.promptId === id)?.at,
      askForAnswer: (id: EntryId) => void startAnswer(session, id),
      leaveUnanswered: (id: EntryId) => void leaveUnanswered(session, id),
      stop:
        hello !== undefined && mayDo(hello.role, 'run') ? (runId: string) => void stopRun(session, runId) : undefined,
    }),
    [tree, people, unsaved, nowMs, onFork, onContinueHere, onView, hello, session, waiting],
  )

  if (items.length === 0)
    return (
      <div className="transcript-empty">
        <EmptyTranscript index={index} endId={endId} />
      </div>
    )
  return (
    <div className="transcript">
      <TranscriptList
        key={identity.number}
        items={items}
        numberOf={settled.numberOf}
        markBefore={markBefore({ own, leafId, me, items, numberOf: settled.numberOf })}
        sight={sight}
        memory={reading.memory}
        startsAt={isJustAsked(index, endId, me) ? undefined : reading.memory.find(endId, index)}
        onRead={(place) => reading.memory.keep(endId, place)}
        tools={tools}
        unfolded={reading.unfolded}
        sent={sent}
        endLine={
          <EndLine
            index={index}
            endId={endId}
            nameOf={(entry) => {
              const asker = startedByOf(entry)
              if ((asker ?? entry.author) === me && (asker !== undefined || isPrompt(entry))) return 'You'
              return asker === undefined ? authorOf(entry, people).name : findPerson(people, asker).name
            }}
            onTurnTo={tools.turnTo}
          />
        }
      />
    </div>
  )
}

/** A prompt of mine that nobody has answered: I want to be there, wherever I was reading before. */
function isJustAsked(index: TreeIndex, endId: EntryId | null, me: string | undefined): boolean {
  const entry = endId === null ? undefined : index.get(endId)
  return entry !== undefined && isPrompt(entry) && entry.author === me && index.branches(entry.id).length === 0
}

/** Rises when the end of the path becomes a prompt of mine. */
function useSent(session: Session, endId: EntryId | null, me: string | undefined): number {
  const [seen, setSeen] = useState({ endId, sent: 0 })
  if (seen.endId === endId) return seen.sent
  const entry = endId === null ? undefined : session.tree.get().index.get(endId)
  const isMine = entry !== undefined && isPrompt(entry) && entry.author === me
  const sent = isMine && entry.parentId === seen.endId ? seen.sent + 1 : seen.sent
  setSeen({ endId, sent })
  return sent
}
