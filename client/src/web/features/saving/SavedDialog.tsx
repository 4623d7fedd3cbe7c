// What is saved and what is not: the entries that are only here, those that were not accepted, and what the device keeps.
import type { EntryId } from '@coppice/shared'
import { useKeeping, useQuarantine, useStatus, useStore, useTree, useUnsavedEntries } from '../../../react/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { counted } from '../../words/number-words.ts'
import { notKeptWords } from '../app-copy/app-copy-words.ts'
import { appCopy } from '../app-copy/this-app.ts'
import { RefusedItem } from './RefusedItem.tsx'
import { keepingWords, savedWords, staysWords } from './saved-words.ts'
import { UnsavedList } from './UnsavedList.tsx'

interface SavedDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onLook: (id: EntryId) => void
}

export function SavedDialog({ open, onOpenChange, onLook }: SavedDialogProps) {
  const status = useStatus()
  const keeping = useKeeping()
  const entries = useUnsavedEntries()
  const quarantine = useQuarantine()
  const refused = quarantine.filter((item) => item.state === 'refused')
  const waiting = quarantine.length - refused.length
  const said = savedWords({ status, unsaved: entries.length, keeping, synced: useTree().synced })
  const isOnlyRefused = said.tone === 'good' && refused.length > 0
  const { title, hint } = isOnlyRefused
    ? {
        title: `${counted(refused.length, 'thing was', 'things were')} not accepted`,
        hint: `The server did not take what follows. ${staysWords(refused.length, keeping)} All else that you see is saved.`,
      }
    : said
  const notes = [keepingWords(keeping, entries.length + waiting), notKeptWords(useStore(appCopy.state).kept)]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} intro={hint} width="md">
      {entries.length > 0 && (
        <UnsavedList
          entries={entries}
          onLook={(id) => {
            onOpenChange(false)
            onLook(id)
          }}
        />
      )}
      {waiting > 0 && (
        <p className="num my-3 text-sm text-ink-2">
          {waiting === 1 ? 'One entry is' : `${waiting} entries are`} being sent again after a refusal.
        </p>
      )}
      {refused.length > 0 && (
        <section aria-label="Not accepted" className={entries.length > 0 ? 'mt-6' : undefined}>
          {!isOnlyRefused && (
            <>
              <h3 className="num font-semibold">
                Not accepted <span className="font-normal text-ink-3">{refused.length}</span>
              </h3>
              <p className="mt-0.5 mb-2 text-sm text-ink-2">
                The server did not take {refused.length === 1 ? 'this' : 'these'}. {staysWords(refused.length, keeping)}
              </p>
            </>
          )}
          <ul className="border-t border-line">
            {refused.map((item) => (
              <RefusedItem key={item.id} item={item} />
            ))}
          </ul>
        </section>
      )}
      <div className="mt-3 grid gap-2 text-sm text-ink-2 empty:hidden">
        {notes.map((note) => note !== undefined && <p key={note}>{note}</p>)}
      </div>
    </Dialog>
  )
}
