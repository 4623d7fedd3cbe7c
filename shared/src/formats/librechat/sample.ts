// Small LibreChat exports for tests.

type Fields = Readonly<Record<string, unknown>>

const NONE = '00000000-0000-0000-0000-000000000000'

export function chatMessage(id: string, parent: string | null, text: string, more: Fields = {}): Fields {
  const isCreatedByUser = id.startsWith('u')
  return {
    messageId: id,
    parentMessageId: parent ?? NONE,
    conversationId: 'lc-1',
    sender: isCreatedByUser ? 'User' : 'GPT-4',
    isCreatedByUser,
    text,
    ...(isCreatedByUser ? {} : { model: 'gpt-x', tokenCount: 7 }),
    createdAt: `2026-02-03T10:00:${id.slice(1).padStart(2, '0')}.000Z`,
    error: false,
    unfinished: false,
    ...more,
  }
}

export function chat(messages: readonly Fields[], more: Fields = {}): Fields {
  const head = {
    conversationId: 'lc-1',
    endpoint: 'openAI',
    title: 'Trees',
    exportAt: '10:09:00 GMT+0000',
    branches: true,
  }
  return { ...head, recursive: false, options: { model: 'gpt-x', temperature: 0.5 }, messages, ...more }
}

/** Two roots, because the first question was asked again; an answer asked for again; answers before their questions. */
export const FLAT = chat([
  chatMessage('a2', 'u1', 'Oak'),
  chatMessage('u1', null, 'Name a tree'),
  chatMessage('a3', 'u1', 'Hazel \ud83c\udf33'),
  chatMessage('u4', null, 'Name a bush'),
  chatMessage('a5', 'u4', 'Elder'),
  chatMessage('u6', 'a5', 'Another'),
  chatMessage('a7', 'u6', 'Gorse', { unfinished: true }),
])

/** Each message inside the one it answers. */
export const NESTED = chat(
  [
    {
      ...chatMessage('u1', null, 'Name a tree'),
      children: [
        {
          ...chatMessage('a2', 'u1', 'Oak'),
          children: [{ ...chatMessage('u4', 'a2', 'thanks', { createdAt: undefined }), children: [] }],
        },
        { ...chatMessage('a3', 'u1', 'Ash'), children: [] },
      ],
    },
  ],
  { recursive: true },
)

/** An agent that thinks, calls two tools side by side, then a third, and answers. */
export const WITH_TOOLS = chat([
  chatMessage('u1', null, 'What is the weather?', {
    files: [
      { file_id: 'f1', filename: 'map.png', type: 'image/png' },
      { file_id: 'f2', filename: 'plan.pdf', type: 'application/pdf' },
    ],
  }),
  chatMessage('a2', 'u1', '', {
    endpoint: 'agents',
    content: [
      { type: 'think', think: 'Both towns.' },
      { type: 'text', text: 'I look.' },
      {
        type: 'tool_call',
        tool_call: { id: 'c1', name: 'weather', args: '{"town":"Ede"}', output: 'rain', progress: 1 },
      },
      { type: 'tool_call', tool_call: { id: 'c2', name: 'weather', args: '{"town":"Urk"}', output: 'sun' } },
      { type: 'text', text: 'One more.' },
      { type: 'tool_call', tool_call: { name: 'clock', args: '', output: '10:00' } },
      { type: 'text', text: 'Rain in Ede.' },
    ],
  }),
  chatMessage('u3', 'a2', 'Thanks'),
])
