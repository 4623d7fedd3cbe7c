// Files of other tools as they are while the tool still writes them: every state of a small talk, the last one whole.

type Fields = Readonly<Record<string, unknown>>

export interface GrowingFile {
  readonly name: string
  /** What the file holds after each write; at least two. */
  readonly states: readonly string[]
}

const at = (second: number): string => new Date(Date.UTC(2026, 7, 9, 6, 0, second)).toISOString()
const jsonl = (records: readonly Fields[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** After each record, and in the middle of each. */
function cutAnywhere(text: string): string[] {
  const states: string[] = []
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    states.push(text.slice(0, start + Math.floor((end - start) / 2)), text.slice(0, end + 1))
    start = end + 1
  }
  return states.filter((state) => state !== '')
}

/** Calls that run side by side: the answer goes on after the first result is there. */
function claudeCode(): GrowingFile {
  const record = (type: string, uuid: string, parentUuid: string | null, second: number, fields: Fields): Fields => ({
    parentUuid,
    isSidechain: false,
    cwd: '/garden',
    sessionId: '5f0c1a7e-0000-4000-8000-00000000000a',
    version: '2.1.40',
    type,
    uuid,
    timestamp: at(second),
    ...fields,
  })
  const user = (uuid: string, parent: string | null, second: number, content: unknown): Fields =>
    record('user', uuid, parent, second, { message: { role: 'user', content } })
  const part = (uuid: string, parent: string, second: number, id: string, block: Fields): Fields =>
    record('assistant', uuid, parent, second, {
      message: {
        id,
        type: 'message',
        role: 'assistant',
        model: 'claude-x',
        content: [block],
        stop_reason: null,
        usage: { input_tokens: 10, output_tokens: second },
      },
    })
  const call = (id: string): Fields => ({ type: 'tool_use', id, name: 'Look', input: { bed: id } })
  const result = (uuid: string, parent: string, second: number, id: string, words: string): Fields =>
    user(uuid, parent, second, [{ type: 'tool_result', tool_use_id: id, content: words }])
  const text = (words: string): Fields => ({ type: 'text', text: words })
  const file = jsonl([
    { type: 'summary', summary: 'Watering', leafUuid: 'a8' },
    user('u1', null, 1, 'Water the beds'),
    part('a1', 'u1', 2, 'm1', { type: 'thinking', thinking: 'Three beds', signature: 'sig' }),
    part('a2', 'a1', 3, 'm1', text('I look at all of them.')),
    part('a3', 'a2', 4, 'm1', call('c1')),
    result('r1', 'a3', 5, 'c1', 'dry'),
    part('a4', 'a3', 6, 'm1', call('c2')),
    record('progress', 'p1', 'a4', 7, { data: { type: 'bash_progress' } }),
    part('a5', 'a4', 8, 'm1', call('c3')),
    result('r2', 'a4', 9, 'c2', 'wet'),
    result('r3', 'a5', 10, 'c3', 'moist'),
    part('a6', 'r3', 11, 'm2', text('Bed 1 is dry.')),
    part('a7', 'a6', 12, 'm2', text('The others are not.')),
    record('system', 's1', 'a7', 13, { subtype: 'turn_duration', durationMs: 9 }),
    user('u2', 's1', 14, 'Water bed 1'),
    part('a8', 'u2', 15, 'm3', text('Done.')),
  ])
  return { name: 'claude-code', states: cutAnywhere(file) }
}

function codex(): GrowingFile {
  const record = (type: string, second: number, payload: Fields): Fields => ({ timestamp: at(second), type, payload })
  const item = (second: number, type: string, fields: Fields): Fields =>
    record('response_item', second, { type, ...fields })
  const event = (second: number, type: string, fields: Fields = {}): Fields =>
    record('event_msg', second, { type, ...fields })
  const said = (second: number, role: string, text: string): Fields =>
    item(second, 'message', {
      role,
      content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
    })
  const count = (second: number, input: number): Fields =>
    event(second, 'token_count', { info: { last_token_usage: { input_tokens: input, output_tokens: 20 } } })
  const file = jsonl([
    record('session_meta', 0, { id: '0199aaaa-0000-7000-8000-00000000000b', cwd: '/garden', cli_version: '0.99.0' }),
    said(1, 'developer', 'Be brief.'),
    said(1, 'user', '<environment_context>\n  <cwd>/garden</cwd>\n</environment_context>'),
    record('turn_context', 2, { cwd: '/garden', model: 'gpt-x', effort: 'high' }),
    said(3, 'user', 'Are the beds dry?'),
    event(3, 'user_message', { message: 'Are the beds dry?', images: [] }),
    item(4, 'reasoning', { summary: [{ type: 'summary_text', text: 'Two beds' }], encrypted_content: 'sealed' }),
    event(5, 'agent_message', { message: 'I look at both.' }),
    said(5, 'assistant', 'I look at both.'),
    item(6, 'function_call', { name: 'look', arguments: '{"bed":1}', call_id: 'c1' }),
    item(6, 'function_call', { name: 'look', arguments: '{"bed":2}', call_id: 'c2' }),
    item(7, 'function_call_output', { call_id: 'c1', output: 'dry' }),
    item(8, 'function_call_output', { call_id: 'c2', output: 'wet' }),
    count(8, 100),
    item(9, 'reasoning', { summary: [{ type: 'summary_text', text: 'One is wet' }] }),
    said(10, 'assistant', 'Bed 2 is wet.'),
    count(11, 150),
    said(12, 'user', 'Water bed 1'),
    event(12, 'user_message', { message: 'Water bed 1', images: [] }),
    said(13, 'assistant', 'Done.'),
    event(14, 'thread_name_updated', { thread_name: 'Watering' }),
  ])
  return { name: 'codex', states: cutAnywhere(file) }
}

const GEMINI_HEADER = { sessionId: 'gem-2', projectHash: 'abc', startTime: at(0), lastUpdated: at(0), kind: 'main' }

function geminiMessages(): Fields[] {
  const message = (type: string, id: string, second: number, content: unknown, more: Fields = {}): Fields => ({
    id,
    timestamp: at(second),
    type,
    content,
    ...more,
  })
  const call = (id: string, status: string, output?: string): Fields => ({
    id,
    name: 'look',
    args: { bed: id },
    status,
    ...(output === undefined ? {} : { result: [{ functionResponse: { id, name: 'look', response: { output } } }] }),
  })
  const grown = (content: string, toolCalls: readonly Fields[] = [], more: Fields = {}): Fields =>
    message('gemini', 'a1', 2, content, {
      thoughts: [{ subject: 'Three beds', description: 'I look.', timestamp: at(2) }],
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
      model: 'gemini-x',
      ...more,
    })
  return [
    message('info', 'i1', 0, 'Welcome.'),
    message('user', 'u1', 1, [{ text: 'Are the beds dry?' }]),
    grown('One'),
    grown('One moment.'),
    grown('One moment.', [call('c1', 'executing')]),
    grown('One moment.', [call('c1', 'success', 'dry'), call('c2', 'executing')]),
    grown('One moment.', [call('c1', 'success', 'dry'), call('c2', 'executing'), call('c3', 'success', 'wet')]),
    grown('One moment.', [call('c1', 'success', 'dry'), call('c2', 'success', 'moist'), call('c3', 'success', 'wet')]),
    grown('One moment.', [call('c1', 'success', 'dry'), call('c2', 'success', 'moist'), call('c3', 'success', 'wet')], {
      tokens: { input: 100, output: 20 },
    }),
    message('info', 'i2', 4, 'Saved.'),
    message('gemini', 'a2', 6, 'Bed 1 is dry.', { model: 'gemini-x' }),
    message('user', 'u2', 7, 'And now?'),
    message('gemini', 'a3', 8, 'Rain.', { model: 'gemini-x' }),
  ]
}

function gemini(): GrowingFile {
  const file = jsonl([GEMINI_HEADER, ...geminiMessages()])
  return { name: 'gemini', states: cutAnywhere(file) }
}

/** As files were until 0.40: the whole object, written again each time. */
function geminiObject(): GrowingFile {
  const messages = geminiMessages()
  const states = messages.map((_, last) => {
    const byId = new Map(messages.slice(0, last + 1).map((message) => [message['id'], message]))
    return JSON.stringify({ ...GEMINI_HEADER, lastUpdated: at(last), messages: [...byId.values()] }, null, 2)
  })
  return { name: 'gemini', states }
}

function pi(): GrowingFile {
  let second = 0
  const entry = (type: string, id: string, parentId: string | null, fields: Fields): Fields => ({
    type,
    id,
    parentId,
    timestamp: at(++second),
    ...fields,
  })
  const said = (id: string, parentId: string | null, role: string, content: unknown, more: Fields = {}): Fields =>
    entry('message', id, parentId, { message: { role, content, timestamp: second, ...more } })
  const text = (words: string): Fields[] => [{ type: 'text', text: words }]
  const answer = { api: 'sample', provider: 'sample', model: 'sample-1', stopReason: 'stop' }
  const file = jsonl([
    { type: 'session', version: 3, id: '0190a3c4-0000-7000-8000-00000000000c', timestamp: at(0), cwd: '/garden' },
    said('00000001', null, 'user', text('Water the beds')),
    said('00000002', '00000001', 'assistant', [{ type: 'toolCall', id: 'c1', name: 'look', arguments: {} }], {
      ...answer,
      stopReason: 'toolUse',
    }),
    said('00000003', '00000002', 'toolResult', text('dry'), { toolCallId: 'c1', toolName: 'look', isError: false }),
    said('00000004', '00000003', 'assistant', text('They are dry.'), answer),
    said('00000005', '00000001', 'assistant', text('Another way.'), answer),
    entry('label', '00000006', '00000005', { targetId: '00000004', label: 'first' }),
    said('00000007', '00000005', 'user', text('Go on')),
    entry('compaction', '00000008', '00000007', { summary: 'Dry.', firstKeptEntryId: '00000007', tokensBefore: 9 }),
    said('00000009', '00000008', 'assistant', text('Done.'), answer),
  ])
  return { name: 'pi', states: cutAnywhere(file) }
}

/** Exported again and again; once while an answer was being written. */
function chatGpt(): GrowingFile {
  const nodes: readonly (readonly [id: string, parent: string | null, role: string | null, text: string])[] = [
    ['root', null, null, ''],
    ['u1', 'root', 'user', 'Name a tree'],
    ['a1', 'u1', 'assistant', 'Oak, ash and hazel are trees.'],
    ['u2', 'a1', 'user', 'Another'],
    ['a2', 'u2', 'assistant', 'Elder is a bush.'],
    ['b1', 'u1', 'assistant', 'Hazel, if a bush counts.'],
    ['u3', 'b1', 'user', 'It does'],
    ['a3', 'u3', 'assistant', 'Then hazel.'],
  ]
  const exported = (count: number, part: number): string => {
    const mapping: Record<string, unknown> = {}
    for (const [place, [id, parent, role, whole]] of nodes.slice(0, count).entries()) {
      const isGrowing = place === count - 1 && part < 1 && role === 'assistant'
      const text = isGrowing ? whole.slice(0, Math.floor(whole.length * part)) : whole
      const children = nodes.slice(0, count).filter((node) => node[1] === id)
      const message = {
        id,
        author: { role },
        create_time: 1_780_000_000 + place,
        content: { content_type: 'text', parts: [text] },
        status: isGrowing ? 'in_progress' : 'finished_successfully',
        metadata: {},
      }
      mapping[id] = { id, message: role === null ? null : message, parent, children: children.map(([child]) => child) }
    }
    const [current] = nodes[count - 1] ?? []
    const about = { title: 'Trees', create_time: 1_780_000_000, update_time: 1_780_000_000 + count + part }
    return JSON.stringify([{ ...about, conversation_id: 'trees', mapping, current_node: current }], null, 1)
  }
  const states = nodes.flatMap((_, place) => [0.4, 0.8, 1].map((part) => exported(place + 1, part)))
  return { name: 'chatgpt', states }
}

export const GROWING_FILES: readonly GrowingFile[] = [claudeCode(), codex(), gemini(), geminiObject(), pi(), chatGpt()]
