// What a schema finds wrong with a request, in plain words.

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
/** How the schema library starts messages that nobody chose. */
const CHOSEN_BY_NOBODY = /^(Invalid|Too small|Too big|Unrecognized)/

/** Continues "<field>: "; ends with a full stop. */
export function issueWords(issue: unknown): string {
  const message = textAt(issue, 'message') ?? 'is not allowed'
  const words = CHOSEN_BY_NOBODY.test(message) ? (wordsByCode(issue, message) ?? 'is not of the right form') : message
  return words.endsWith('.') ? words : `${words}.`
}

function wordsByCode(issue: unknown, message: string): string | undefined {
  switch (textAt(issue, 'code')) {
    case 'invalid_type': {
      const kind = KINDS[textAt(issue, 'expected') ?? ''] ?? 'something else'
      return message.endsWith('received undefined') ? `is missing; it must be ${kind}` : `must be ${kind}`
    }
    case 'invalid_value':
      return `must be one of ${valuesOf(issue).join(', ')}`
    case 'too_small':
      return amount(issue, 'minimum', 'least')
    case 'too_big':
      return amount(issue, 'maximum', 'most')
    case 'invalid_format':
      return textAt(issue, 'format') === 'datetime' ? 'must be a time such as 2026-12-24T18:00:00Z' : undefined
    case 'unrecognized_keys':
      return 'has a field that is not known here'
    default:
      return undefined
  }
}

function amount(issue: unknown, bound: 'minimum' | 'maximum', word: 'least' | 'most'): string {
  const number = String(fieldOf(issue, bound))
  const origin = textAt(issue, 'origin')
  if (origin === 'string')
    return number === '1' && word === 'least' ? 'is empty' : `has at ${word} ${number} characters`
  if (origin === 'array') return number === '1' && word === 'least' ? 'is empty' : `holds at ${word} ${number}`
  return `is at ${word} ${number}`
}

function valuesOf(issue: unknown): string[] {
  const values = fieldOf(issue, 'values')
  return Array.isArray(values) ? values.map(String) : []
}

function textAt(value: unknown, key: string): string | undefined {
  const field = fieldOf(value, key)
  return typeof field === 'string' ? field : undefined
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
