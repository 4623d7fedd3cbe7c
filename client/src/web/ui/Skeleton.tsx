// Grey bars in the shape of what loads, shown only when it takes longer than a glance.
import { classNames } from './class-names.ts'
import { useLate } from './use-late.ts'

/** Nothing is drawn before this, in ms. */
const PATIENCE_MS = 300

interface SkeletonProps {
  /** What is being loaded, for a screen reader. */
  readonly label: string
  /** Width of each bar, as CSS lengths. */
  readonly bars: readonly string[]
  readonly className?: string
}

export function Skeleton({ label, bars, className }: SkeletonProps) {
  const late = useLate(PATIENCE_MS)
  return (
    <div role="status" aria-label={late ? label : undefined} className={classNames('grid gap-3', className)}>
      {late &&
        bars.map((width, index) => (
          // reason: bars have no identity but their place
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} style={{ width }} className="h-3 animate-appear rounded-sm bg-line" />
        ))}
    </div>
  )
}
