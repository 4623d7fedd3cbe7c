// One file on its way in: how far it is, what of it is wanted, what became of it, or why it was not taken.
import { useSeconds } from '../../ui/use-seconds.ts'
import { byteWords, counted } from '../../words/number-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { ImportChoiceView } from './ImportChoiceView.tsx'
import { ImportedView } from './ImportedView.tsx'
import { readingWords } from './reading-words.ts'
import type { ImportStep } from './use-import.ts'

interface ImportStepViewProps {
  readonly step: ImportStep
  readonly onCancel: () => void
}

export function ImportStepView({ step, onCancel }: ImportStepViewProps) {
  switch (step.state) {
    case 'waiting':
      return <Line name={step.file.name} note="waits" />
    case 'sending':
      return (
        <>
          <Line name={step.file.name} note={`sent ${byteWords(step.sentBytes)} of ${byteWords(step.file.size)}`} />
          <Bar part={step.sentBytes / Math.max(1, step.file.size)} />
        </>
      )
    case 'reading':
      return <Reading file={step.file} />
    case 'choosing':
      return (
        <>
          <Line name={step.file.name} note={`holds ${counted(step.choices.length, 'conversation')}`} />
          <ImportChoiceView choices={step.choices} notes={step.notes} onChoose={step.choose} onCancel={onCancel} />
        </>
      )
    case 'cancelled':
      return <Line name={step.file.name} note="cancelled, nothing was imported from it" />
    case 'failed':
      return (
        <>
          <Line name={step.file.name} note="not imported" />
          <p role="alert" className="mt-1.5 rounded-md bg-bad-soft px-3 py-2 text-bad">
            {step.message}
          </p>
        </>
      )
    case 'done':
      return (
        <>
          <Line name={step.file.name} note={byteWords(step.file.size)} />
          <ImportedView sessions={step.sessions} />
        </>
      )
    default:
      return step satisfies never
  }
}

function Reading({ file }: { readonly file: File }) {
  return (
    <>
      <Line name={file.name} note={readingWords(file.size, useSeconds())} />
      <Bar part={1} />
    </>
  )
}

/** Stays where it is until the file is read, so that nothing moves. */
function Bar({ part }: { readonly part: number }) {
  return (
    <div className="mt-2 h-1 overflow-hidden rounded-full bg-line">
      <div className="h-full bg-accent forced-colors:bg-[Highlight]" style={{ width: `${100 * part}%` }} />
    </div>
  )
}

function Line({ name, note }: { readonly name: string; readonly note: string }) {
  return (
    <p className="flex items-baseline gap-3">
      <span className="min-w-0 truncate font-mono text-xs" title={withVisibleControls(name)}>
        {withVisibleControls(name)}
      </span>
      <span className="num ml-auto shrink-0 text-xs text-ink-3">{note}</span>
    </p>
  )
}
