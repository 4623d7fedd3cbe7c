// Small Claude.ai exports for tests.

type Fields = Readonly<Record<string, unknown>>

export const NO_PARENT = '00000000-0000-4000-8000-000000000000'

export function at(second: number): string {
  return new Date(Date.UTC(2026, 3, 5, 7, 0, second)).toISOString()
}

export function message(uuid: string, sender: string, second: number, text: string, more: Fields = {}): Fields {
  const times = { start_timestamp: at(second), stop_timestamp: at(second) }
  const content = text === '' ? [] : [{ ...times, type: 'text', text, citations: [] }]
  return {
    uuid,
    text,
    content,
    sender,
    created_at: at(second),
    updated_at: at(second),
    attachments: [],
    files: [],
    ...more,
  }
}

export function conversation(uuid: string, name: string, messages: readonly Fields[], more: Fields = {}): Fields {
  return {
    uuid,
    name,
    created_at: at(0),
    updated_at: at(60),
    account: { uuid: 'acc' },
    chat_messages: messages,
    ...more,
  }
}

/** As they were until 2025: the order is the chain. */
export const FLAT = conversation('conv-flat', 'Beans', [
  message('m1', 'human', 1, 'When do I sow beans?', {
    attachments: [{ file_name: 'beds.txt', file_size: 9, file_type: 'txt', extracted_content: 'two beds' }],
    files: [{ file_name: 'garden.png' }],
  }),
  message('m2', 'assistant', 2, 'In May.'),
  message('m3', 'human', 3, 'Thanks'),
])

/** An answer that was asked for again, and one that used a tool. */
export const BRANCHED = conversation(
  'conv-tree',
  'Rain',
  [
    message('q', 'human', 1, 'Will it rain?', { parent_message_uuid: NO_PARENT, index: 0 }),
    message('a1', 'assistant', 2, 'Perhaps.', { parent_message_uuid: 'q', index: 1 }),
    message('a2', 'assistant', 3, '', {
      parent_message_uuid: 'q',
      content: [
        { type: 'thinking', thinking: 'I look it up', summaries: [] },
        { type: 'tool_use', name: 'web_search', input: { query: 'rain' } },
        { type: 'token_budget' },
        { type: 'tool_result', name: 'web_search', content: [{ type: 'text', text: 'rain at noon' }], is_error: false },
        { type: 'text', text: 'At noon.' },
      ],
    }),
    message('u2', 'human', 4, 'And tomorrow?', { parent_message_uuid: 'a1' }),
    message('u3', 'human', 5, 'Good', { parent_message_uuid: 'a2' }),
  ],
  { current_leaf_message_uuid: 'u2', model: 'claude-x' },
)

export const SEVERAL = JSON.stringify([FLAT, conversation('conv-empty', '', []), BRANCHED], null, 1)
