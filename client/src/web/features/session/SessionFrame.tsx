// The empty frame of a session while it is being opened, so that nothing jumps when it is there.
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useLate } from '../../ui/use-late.ts'
import { counted } from '../../words/number-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'

/** Whoever waits longer than this is told for how much, in ms. */
const PATIENCE_MS = 2_000

interface SessionFrameProps {
  readonly title: string | undefined
  /** How many the server has, when it has said so. */
  readonly entries: number | undefined
}

export function SessionFrame({ title, entries }: SessionFrameProps) {
  const late = useLate(PATIENCE_MS)
  return (
    <div className="grid h-full grid-rows-[var(--bar)_minmax(0,1fr)]">
      <PageHeader>
        <h1 className="truncate font-semibold tracking-tight">
          {title === undefined ? '' : withVisibleControls(title)}
        </h1>
      </PageHeader>
      <div className="grid min-h-0 grid-cols-[var(--pane-tree)_minmax(0,1fr)] max-tablet:grid-cols-1 desk:grid-cols-[var(--pane-tree)_minmax(0,1fr)_var(--pane-inspector)]">
        <div className="border-r border-line bg-sunken p-5 max-tablet:hidden">
          <Skeleton
            label="Opening the session"
            bars={['72%', '54%', '81%', '63%', '70%', '48%']}
            className="gap-[18px]"
          />
        </div>
        <div className="px-6 pt-16">
          <div className="mx-auto max-w-(--column)">
            <Skeleton label="Opening the conversation" bars={['38%', '92%', '84%', '61%']} />
            {late && entries !== undefined && (
              <p className="num mt-5 text-sm text-ink-2">Opening {counted(entries, 'entry', 'entries')}</p>
            )}
          </div>
        </div>
        <div className="border-l border-line bg-surface max-desk:hidden" />
      </div>
    </div>
  )
}
