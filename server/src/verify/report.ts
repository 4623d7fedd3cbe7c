// What was found, as lines for a person.
import type { Difference } from './difference.ts'
import type { Verification } from './verify.ts'

export function allDifferences({ differences, sessions }: Verification): readonly Difference[] {
  return [...differences, ...sessions.flatMap((session) => session.differences)]
}

export function reportLines(found: Verification): string[] {
  const differences = allDifferences(found)
  const entries = found.sessions.reduce((sum, session) => sum + session.entries, 0)
  const what = `${count(found.sessions.length, 'session')}, ${count(entries, 'entry')}`
  const unfinished = unfinishedLines(found)
  if (differences.length === 0) return [...unfinished, `${found.file}: ${what}. Everything agrees with the log.`]
  return [
    ...differences.map(lineOf),
    ...unfinished,
    `${found.file}: ${what}. ${count(differences.length, 'difference')}. The log is the truth; keep a copy of the file before you change anything.`,
  ]
}

function unfinishedLines({ unfinishedImports }: Verification): string[] {
  if (unfinishedImports === 0) return []
  const [what, it] = unfinishedImports === 1 ? ['1 import', 'it is'] : [`${unfinishedImports} imports`, 'they are']
  return [`${what} did not come to an end: ${it} taken away when the server starts.`]
}

function lineOf({ session, sequence, id, what }: Difference): string {
  const place = [
    session === null ? 'The file' : `Session ${session}`,
    ...(sequence === null ? [] : [`sequence ${sequence}`]),
    ...(id === null ? [] : [`id ${id}`]),
  ]
  return `${place.join(', ')}: ${what}.`
}

function count(number: number, noun: string): string {
  if (number === 1) return `1 ${noun}`
  return `${number} ${noun === 'entry' ? 'entries' : `${noun}s`}`
}
