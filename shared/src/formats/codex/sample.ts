// Small Codex rollouts for tests.

type Fields = Readonly<Record<string, unknown>>

/** ISO time `second` seconds into the sample. */
export function at(second: number): string {
  return new Date(Date.UTC(2026, 2, 4, 9, 0, second)).toISOString()
}

export function record(type: string, second: number, payload: Fields): string {
  return JSON.stringify({ timestamp: at(second), type, payload })
}

export function item(second: number, type: string, fields: Fields): string {
  return record('response_item', second, { type, ...fields })
}

export function event(second: number, type: string, fields: Fields = {}): string {
  return record('event_msg', second, { type, ...fields })
}

export function said(second: number, role: string, text: string, more: Fields = {}): string {
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  return item(second, 'message', { role, content: [{ type, text }], ...more })
}

export const META = record('session_meta', 0, {
  id: '0199aaaa-0000-7000-8000-000000000001',
  cwd: '/work/garden',
  cli_version: '0.99.0',
  model_provider: 'openai',
})

/** A prompt, thoughts, words and two calls at once, their results, the last words; all of it shown on screen too. */
export const TALK = [
  META,
  said(1, 'developer', 'Be brief.'),
  said(1, 'user', '<environment_context>\n  <cwd>/work/garden</cwd>\n</environment_context>'),
  record('turn_context', 2, { cwd: '/work/garden', model: 'gpt-x', effort: 'high' }),
  said(3, 'user', 'Are the beds dry?'),
  event(3, 'user_message', { message: 'Are the beds dry?', images: [] }),
  item(4, 'reasoning', { summary: [{ type: 'summary_text', text: 'Two beds' }], encrypted_content: 'sealed' }),
  event(5, 'agent_message', { message: 'I look at both.' }),
  said(5, 'assistant', 'I look at both.', { id: 'msg_1', phase: 'commentary' }),
  item(6, 'function_call', { name: 'look', arguments: '{"bed":1}', call_id: 'c1' }),
  item(6, 'custom_tool_call', { name: 'peek', input: 'bed 2', call_id: 'c2' }),
  event(7, 'exec_command_end', { call_id: 'c1', exit_code: 1 }),
  item(7, 'function_call_output', { call_id: 'c1', output: '{"output":"no bed","metadata":{"exit_code":1}}' }),
  item(8, 'custom_tool_call_output', { call_id: 'c2', output: [{ type: 'input_text', text: 'wet' }] }),
  event(8, 'token_count', {
    info: {
      last_token_usage: { input_tokens: 100, cached_input_tokens: 60, output_tokens: 20, reasoning_output_tokens: 5 },
    },
  }),
  item(9, 'web_search_call', { id: 'ws_1', status: 'completed', action: { type: 'search', query: 'rain' } }),
  said(10, 'assistant', 'Bed 2 is wet.'),
  event(11, 'thread_name_updated', { thread_name: 'Watering' }),
  '',
].join('\n')

/** Summaries: with words alone, and with the messages that replace what came before. */
export const COMPACTED = [
  META,
  record('turn_context', 1, { model: 'gpt-x' }),
  said(2, 'user', 'Plan the year'),
  said(3, 'assistant', 'A long plan.'),
  record('compacted', 4, { message: 'They planned.' }),
  record('turn_context', 5, { model: 'gpt-y' }),
  said(6, 'user', 'And spring?'),
  said(7, 'assistant', 'Sow.'),
  record('compacted', 8, {
    message: '',
    replacement_history: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And spring?' }] },
      { type: 'compaction', encrypted_content: 'sealed' },
    ],
  }),
  said(9, 'user', 'And autumn?'),
  said(10, 'assistant', 'Harvest.'),
  '',
].join('\n')

/** Before 2025-09: no payload, no times. */
export const OLD = [
  JSON.stringify({ id: 'old-1', timestamp: at(0), instructions: 'Be brief.', git: { branch: 'main' } }),
  JSON.stringify({ record_type: 'state' }),
  JSON.stringify({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Sow beans' }] }),
  JSON.stringify({ type: 'function_call', name: 'sow', arguments: '{"what":"beans"}', call_id: 'c1' }),
  JSON.stringify({ type: 'function_call_output', call_id: 'c1', output: 'sown' }),
  JSON.stringify({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sown.' }] }),
  '',
].join('\n')

/** The same records, each written over many lines. */
export const SPREAD = TALK.trim()
  .split('\n')
  .map((line) => `${JSON.stringify(JSON.parse(line), null, 2)}\n`)
  .join('')
