// The name of a file, as it was typed.
import { InvalidArgumentError } from 'commander'

/** A variable of a script that is not set comes as an empty name. */
export function nameOf(value: string): string {
  if (value !== '') return value
  throw new InvalidArgumentError('Give the name of a file, or - for a pipe.')
}
