// One thing that was not accepted: what it is, why, and what can be done with it. Discarding asks once.
import { Check, Copy, FileJson, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSession, useTree } from '../../../react/index.ts'
import type { Quarantined } from '../../../sdk/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ago, fullTime } from '../../words/time-words.ts'
import { draftsIn } from '../compose/session-drafts.ts'
import { offerFile } from '../export/offer-file.ts'
import { placeOf, placeWords } from '../session/place.ts'
import { useCopy } from '../transcript/use-copy.ts'
import { kindOfEntry, lineFor } from '../tree/entry-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { quarantineFile } from './quarantine-file.ts'
import { refusedItemWords } from './refused-words.ts'
import { Unfolding } from './Unfolding.tsx'

export function RefusedItem({ item }: { readonly item: Quarantined }) {
  const session = useSession()
  const { index, synced } = useTree()
  const [copied, copy] = useCopy()
  const [asking, setAsking] = useState(false)
  const { entry, text } = item
  const { parentId } = entry
  const { why, next } = refusedItemWords(item.code)
  const parent = parentId === null ? undefined : placeOf(index, parentId, synced)

  async function discard(): Promise<void> {
    draftsIn(session).trash.add({
      text,
      why: 'refused',
      place: { kind: 'leaf', leafId: entry.parentId },
    })
    await session.discardQuarantined(item.id)
  }

  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <p className="num flex flex-wrap items-center gap-x-2 text-xs text-ink-2">
        <span className="font-semibold text-ink">{kindOfEntry(entry)}</span>
        {parent !== undefined && <Tag>below {placeWords(parent)}</Tag>}
        <time dateTime={new Date(item.at).toISOString()} title={fullTime(item.at)} className="ml-auto text-ink-3">
          {ago(item.at, useNow())}
        </time>
      </p>
      <Unfolding text={withVisibleControls(text) || lineFor(entry)} />
      <p className="mt-1 text-sm text-bad">
        {why} <span className="text-ink-2">{next}</span>
      </p>
      <p className="mt-0.5 text-xs break-words text-ink-3">
        The server says: <bdi>{withVisibleControls(item.reason)}</bdi>
      </p>
      {asking ? (
        <div className="mt-2 flex flex-wrap items-center gap-1.5">
          <span className="mr-1 text-sm text-ink-2">Forget it? The text goes to the drafts you threw away.</span>
          <Button size="sm" look="danger" autoFocus onClick={() => void discard()}>
            Discard it
          </Button>
          <Button size="sm" look="quiet" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
      ) : (
        <div className="mt-2 flex flex-wrap gap-1.5">
          <Button
            size="sm"
            icon={copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
            onClick={() => copy(text)}
          >
            {copied ? 'Copied' : 'Copy text'}
          </Button>
          <Button
            size="sm"
            icon={<FileJson size={13} aria-hidden />}
            onClick={() => {
              const file = quarantineFile(item)
              offerFile(new Blob([file.text], { type: 'application/json' }), file.name)
            }}
          >
            Export as JSON file
          </Button>
          <Button size="sm" look="quiet" icon={<Trash2 size={13} aria-hidden />} onClick={() => setAsking(true)}>
            Discard
          </Button>
        </div>
      )}
    </li>
  )
}
