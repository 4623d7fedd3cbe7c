// Small opencode exports for tests.

export type Fields = Readonly<Record<string, unknown>>

const START = Date.UTC(2026, 4, 6, 6)

/** Unix ms `second` seconds into the sample. */
export function at(second: number): number {
  return START + second * 1000
}

export function part(id: string, type: string, fields: Fields = {}): Fields {
  return { type, id: `prt_${id}`, ...fields }
}

export function tool(id: string, name: string, state: Fields): Fields {
  return part(id, 'tool', { callID: `call_${id}`, tool: name, state })
}

export function prompt(id: string, second: number, parts: readonly Fields[], more: Fields = {}): Fields {
  return { info: { role: 'user', time: { created: at(second) }, id: `msg_${id}`, ...more }, parts }
}

export function reply(id: string, second: number, parts: readonly Fields[], more: Fields = {}): Fields {
  const info = {
    parentID: 'msg_01',
    role: 'assistant',
    mode: 'build',
    cost: 0.5,
    tokens: { input: 100, output: 20, reasoning: 5, cache: { read: 60, write: 3 } },
    modelID: 'model-x',
    providerID: 'provider-y',
    time: { created: at(second), completed: at(second + 1) },
    finish: 'stop',
    id: `msg_${id}`,
    ...more,
  }
  return { info, parts }
}

export function session(messages: readonly Fields[], more: Fields = {}): Fields {
  const info = {
    id: 'ses_1',
    title: 'Beds',
    version: '1.15.0',
    directory: '/work/garden',
    time: { created: at(0), updated: at(60) },
    ...more,
  }
  return { info, messages }
}

const TOKENS = { input: 10, output: 2, reasoning: 0, cache: { read: 1, write: 0 } }

/** Two steps in one answer: two calls side by side, then the words. */
export const TALK = session([
  prompt('01', 1, [
    part('01', 'text', { text: 'Are the beds dry?' }),
    part('02', 'text', { text: 'Called the Read tool', synthetic: true }),
    part('03', 'file', { mime: 'text/plain', filename: 'beds.txt', url: 'file:///work/beds.txt' }),
  ]),
  reply('02', 2, [
    part('04', 'step-start'),
    part('05', 'reasoning', { text: 'Two beds', time: { start: at(2) } }),
    part('06', 'text', { text: 'I look at both.' }),
    tool('07', 'look', {
      status: 'completed',
      input: { bed: 1 },
      output: 'dry',
      title: 'Bed 1',
      time: { start: at(2) },
    }),
    tool('08', 'look', { status: 'error', input: { bed: 9 }, error: 'no such bed' }),
    part('09', 'step-finish', { reason: 'tool-calls', tokens: TOKENS, cost: 0.25 }),
    part('10', 'step-start'),
    part('11', 'text', { text: 'Bed 1 is dry.' }),
    part('12', 'patch', { files: ['/work/beds.txt'] }),
    part('13', 'step-finish', { reason: 'stop', tokens: TOKENS, cost: 0.25 }),
  ]),
  prompt('03', 5, [part('14', 'text', { text: 'Water it' })]),
  reply('04', 6, [part('15', 'text', { text: 'Done.' })]),
])

/** A summary, and an answer that was running when the session was exported. */
export const COMPACTED = session([
  prompt('01', 1, [part('01', 'text', { text: 'Plan the year' })]),
  reply('02', 2, [part('02', 'text', { text: 'A long plan.' })]),
  prompt('03', 3, [part('03', 'compaction', { auto: true })]),
  reply('04', 4, [part('04', 'text', { text: 'They planned.' })], { summary: true, mode: 'compaction' }),
  prompt('05', 5, [part('05', 'text', { text: 'And spring?' })]),
  reply('06', 6, [tool('06', 'sow', { status: 'running', input: {} })], {
    finish: undefined,
    time: { created: at(6) },
  }),
])
