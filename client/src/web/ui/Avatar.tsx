// A participant as a small sign: people are circles, agents squares; always initials and one of eight hues.
import type { Person } from '@coppice/shared'
import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import { initials } from './initials.ts'

const SIZES = {
  sm: 'size-[18px] text-[0.5rem]',
  md: 'size-[22px] text-[0.59375rem]',
  lg: 'size-7 text-[0.6875rem]',
} as const

interface AvatarProps {
  readonly person: Person
  readonly size?: keyof typeof SIZES
  /** A ring in the colour of the ground, for signs that overlap. */
  readonly ring?: boolean
  /** Not told to a screen reader: the name stands beside it. */
  readonly decorative?: boolean
  readonly className?: string
}

export function Avatar({ person, size = 'md', ring = false, decorative = false, className }: AvatarProps) {
  return (
    <span
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': person.name })}
      style={personHue(person)}
      className={classNames(
        'inline-grid shrink-0 place-items-center bg-(--hue) leading-none font-semibold tracking-wide text-person-ink select-none',
        'forced-colors:border',
        person.kind === 'agent' ? (size === 'sm' ? 'rounded-sm' : 'rounded-[6px]') : 'rounded-full',
        ring && 'ring-2 ring-(--ground,var(--surface))',
        SIZES[size],
        className,
      )}
    >
      {person.kind === 'agent' ? initials(person.name).slice(0, 1) : initials(person.name)}
    </span>
  )
}

/** Sets `--hue` to the colour of a person, for anything drawn in it. */
export function personHue(person: Person): CSSProperties {
  return { '--hue': `var(--person-${person.color})` } as CSSProperties
}
