// A labelled field for one line of text, with what is wrong with it below.
import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
}

export function TextField({ label, hint, problem, className, ...rest }: TextFieldProps) {
  const id = useId()
  const note = problem ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={classNames(
          'h-9 w-full rounded-md border bg-surface px-3 text-base text-ink',
          problem === undefined ? 'border-edge' : 'border-bad',
        )}
      />
      {note !== undefined && (
        <p
          id={`${id}-note`}
          {...(problem === undefined ? {} : { role: 'alert' })}
          className={classNames('mt-1.5 text-xs', problem === undefined ? 'text-ink-3' : 'text-bad')}
        >
          {note}
        </p>
      )}
    </div>
  )
}
