// Shows files on their way in, and afterwards what became of each and what to do next.
import { navigate } from '../../router/use-route.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { counted } from '../../words/number-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import type { ImportedSession } from './bring-in.ts'
import { SHOWN_REPORTS } from './ImportedView.tsx'
import { ImportStepView } from './ImportStepView.tsx'
import type { Imports, ImportStep } from './use-import.ts'

export function ImportDialog({ imports }: { readonly imports: Imports }) {
  const { steps, busy, cancel, dismiss } = imports
  const made = steps.flatMap((step) => (step.state === 'done' ? step.sessions : []))
  const isChoosing = steps.some(({ state }) => state === 'choosing')
  return (
    <Dialog
      open={steps.length > 0}
      onOpenChange={(open) => {
        if (!open && !busy) dismiss()
      }}
      title={titleFor(steps, busy)}
      width="md"
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {steps.map((step) => (
          <li key={`${step.file.name} ${step.file.size} ${step.file.lastModified}`}>
            <ImportStepView step={step} onCancel={cancel} />
          </li>
        ))}
      </ul>
      {!isChoosing && (
        <div className="sticky -bottom-5 -mx-5 mt-3 -mb-5 flex flex-wrap justify-end gap-2 bg-raised px-5 pt-3 pb-5">
          {busy ? (
            <Button look="quiet" onClick={cancel}>
              Cancel
            </Button>
          ) : (
            <Ended made={made} onClose={dismiss} />
          )}
        </div>
      )}
    </Dialog>
  )
}

function Ended({ made, onClose }: { readonly made: readonly ImportedSession[]; readonly onClose: () => void }) {
  const opened = made.length > SHOWN_REPORTS ? [] : made
  return (
    <>
      <Button look="quiet" onClick={onClose}>
        Close
      </Button>
      {opened.map((session, place) => (
        <Button
          key={session.id}
          look={place === 0 ? 'primary' : 'plain'}
          autoFocus={place === 0}
          className="max-w-full"
          onClick={() => navigate({ page: 'session', id: session.id })}
        >
          <span className="truncate">
            {made.length === 1 ? 'Open session' : `Open ${withVisibleControls(session.title)}`}
          </span>
        </Button>
      ))}
    </>
  )
}

function titleFor(steps: readonly ImportStep[], busy: boolean): string {
  if (steps.some(({ state }) => state === 'choosing')) return 'Choose what to import'
  if (busy) return steps.length === 1 ? 'Importing' : `Importing ${counted(steps.length, 'file')}`
  const done = steps.filter((step) => step.state === 'done').length
  if (done === steps.length) return steps.length === 1 ? 'Imported' : `${counted(done, 'file')} imported`
  if (done === 0) return 'Nothing was imported'
  return `${done} of ${counted(steps.length, 'file')} imported`
}
