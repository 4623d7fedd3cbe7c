// Small Gemini CLI chat files for tests.

export type Fields = Readonly<Record<string, unknown>>

export function at(second: number): string {
  return new Date(Date.UTC(2026, 5, 7, 5, 0, second)).toISOString()
}

export const HEADER = { sessionId: 'gem-1', projectHash: 'abc', startTime: at(0), lastUpdated: at(0), kind: 'main' }

export function message(type: string, id: string, second: number, content: unknown, more: Fields = {}): Fields {
  return { id, timestamp: at(second), type, content, ...more }
}

export function call(id: string, status: string, response: Fields, more: Fields = {}): Fields {
  const result = [{ functionResponse: { id, name: 'look', response } }]
  return { id, name: 'look', args: { bed: id }, result, status, timestamp: at(3), displayName: 'Look', ...more }
}

const TOKENS = { input: 100, output: 20, cached: 60, thoughts: 5, tool: 2, total: 127 }
const THOUGHTS = [{ subject: 'Two beds', description: 'I look at both.', timestamp: at(2) }]

export const GROWN = message('gemini', 'a1', 2, 'One moment.', {
  thoughts: THOUGHTS,
  tokens: TOKENS,
  model: 'gemini-x',
})

export const MESSAGES = [
  message('info', 'i1', 0, 'Welcome.'),
  message('user', 'u1', 1, [{ text: 'Are the beds dry?' }]),
  { ...GROWN, toolCalls: [call('c1', 'success', { output: 'dry' }), call('c2', 'cancelled', { error: 'stopped' })] },
  message('info', 'i2', 4, 'Request cancelled.'),
  message('user', 'u2', 5, 'And now?'),
  message('gemini', 'a2', 6, 'Bed 1 is dry.', { model: 'gemini-x' }),
]

/** As files were until 0.40. */
export const OBJECT = JSON.stringify({ ...HEADER, messages: MESSAGES, summary: 'Dry beds' }, null, 2)

export function log(...records: readonly unknown[]): string {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`
}

/** The same talk as it is written while it goes on. */
export const LOG = log(
  HEADER,
  MESSAGES[0],
  MESSAGES[1],
  { $set: { lastUpdated: at(1) } },
  GROWN,
  { $set: { lastUpdated: at(2), summary: 'Dry beds' } },
  ...MESSAGES.slice(2),
)
