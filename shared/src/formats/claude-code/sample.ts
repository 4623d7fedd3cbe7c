// Small Claude Code files for tests.

const SESSION = '5f0c1a7e-0000-4000-8000-000000000001'

/** ISO time `second` seconds into the sample. */
export function at(second: number): string {
  return new Date(Date.UTC(2026, 1, 3, 8, 0, second)).toISOString()
}

type Fields = Readonly<Record<string, unknown>>

/** A tree record's line, with what all of them have. */
export function record(type: string, uuid: string, parentUuid: string | null, second: number, fields: Fields): string {
  return JSON.stringify({
    parentUuid,
    isSidechain: false,
    userType: 'external',
    cwd: '/work/garden',
    sessionId: SESSION,
    version: '2.1.40',
    type,
    uuid,
    timestamp: at(second),
    ...fields,
  })
}

export function prompt(uuid: string, parent: string | null, second: number, text: string, more: Fields = {}): string {
  return record('user', uuid, parent, second, { message: { role: 'user', content: text }, ...more })
}

/** One record of an API message: with one block, as newer versions write it. */
export function part(
  uuid: string,
  parent: string | null,
  second: number,
  id: string,
  block: Fields,
  more: Fields = {},
): string {
  const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 }
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [block],
    stop_reason: null,
    usage,
  }
  return record('assistant', uuid, parent, second, { requestId: `req-${id}`, message, ...more })
}

export function text(words: string): Fields {
  return { type: 'text', text: words }
}

export function call(id: string, name: string, input: Fields = {}): Fields {
  return { type: 'tool_use', id, name, input }
}

export function result(
  uuid: string,
  parent: string,
  second: number,
  callId: string,
  content: unknown,
  more: Fields = {},
): string {
  const block = { type: 'tool_result', tool_use_id: callId, content }
  return record('user', uuid, parent, second, {
    message: { role: 'user', content: [block] },
    toolUseResult: { ok: true },
    ...more,
  })
}

/** A record beside the tree. */
export function beside(type: string, fields: Fields = {}): string {
  return JSON.stringify({ type, sessionId: SESSION, ...fields })
}

/** Two calls at once, quiet records in the chain, a fork by the person. */
export const BRANCHED = [
  beside('file-history-snapshot', { messageId: 'u1', snapshot: {} }),
  record('progress', 'p0', null, 0, { data: { type: 'hook_progress' } }),
  prompt('u1', 'p0', 1, 'Water the beds'),
  part('a1', 'u1', 2, 'm1', { type: 'thinking', thinking: 'Two beds', signature: 'sig' }),
  part('a2', 'a1', 3, 'm1', text('I look at both.')),
  part('a3', 'a2', 4, 'm1', call('c1', 'Look', { bed: 1 })),
  part('a4', 'a3', 5, 'm1', call('c2', 'Look', { bed: 2 })),
  result('r1', 'a3', 6, 'c1', 'dry'),
  record('progress', 'p1', 'r1', 7, { data: { type: 'bash_progress' } }),
  result('r2', 'a4', 8, 'c2', [{ type: 'text', text: 'wet' }]),
  part('a5', 'r2', 9, 'm2', text('Bed 1 is dry.'), {}),
  record('system', 's1', 'a5', 10, { subtype: 'turn_duration', durationMs: 9 }),
  prompt('u2', 's1', 11, 'Water it'),
  part('a6', 'u2', 12, 'm3', text('Done.')),
  prompt('u3', 's1', 13, 'Wait for rain'),
  part('a7', 'u3', 14, 'm4', text('It will rain \ud83c\udf27.')),
  beside('summary', { summary: 'Watering', leafUuid: 'a6' }),
  '',
].join('\n')

/** A subagent's branch inside the file. */
export const WITH_SUBAGENT = [
  prompt('u1', null, 1, 'Count the seeds'),
  part('a1', 'u1', 2, 'm1', call('t1', 'Task', { prompt: 'Count all seeds', description: 'Seed count' })),
  prompt('s1', null, 3, 'Count all seeds', { isSidechain: true }),
  part('s2', 's1', 4, 'm2', text('There are 12.'), { isSidechain: true }),
  result('r1', 'a1', 5, 't1', '12'),
  part('a2', 'r1', 6, 'm3', text('Twelve.')),
  '',
].join('\n')

/** A compaction: the boundary is a root that says what it goes on from. */
export const COMPACTED = [
  prompt('u1', null, 1, 'Plan the year'),
  part('a1', 'u1', 2, 'm1', text('A long plan.')),
  record('system', 'b1', null, 3, {
    subtype: 'compact_boundary',
    logicalParentUuid: 'a1',
    compactMetadata: { trigger: 'auto', preTokens: 1234 },
  }),
  prompt('k1', 'b1', 4, 'They planned the year.', { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
  prompt('x1', 'k1', 5, '<local-command-caveat>Caveat</local-command-caveat>', { isMeta: true }),
  prompt('u2', 'x1', 6, 'And spring?'),
  part('a2', 'u2', 7, 'm2', text('Sow.')),
  '',
].join('\n')
