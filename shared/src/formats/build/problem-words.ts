// Says to a person what is wrong with a record, in place of a schema's own words.

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['array', 'a list'],
  ['null', 'null'],
])
const MISMATCH = /^(.*): Invalid input: expected (\w+), received (\w+)$/s
const MISSING = 'undefined'
const MAX_NAME_LENGTH = 60

/** @param problem what `checkEntry` said: "message.usage: Invalid input: expected object, received string" */
export function problemWords(problem: string): string {
  const [, field, expected = '', received = ''] = MISMATCH.exec(problem) ?? []
  if (field === undefined) return problem
  const name = `its "${shortName(field)}"`
  if (received === MISSING) return `${name} is missing`
  return `${name} is ${KINDS.get(received) ?? received}, not ${KINDS.get(expected) ?? expected}`
}

/** What a file calls something, for a sentence. */
export function shortName(name: string): string {
  const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
  return short.toWellFormed()
}
