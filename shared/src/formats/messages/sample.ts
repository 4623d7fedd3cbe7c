// Small lists of messages for tests.

type Fields = Readonly<Record<string, unknown>>

const fn = (name: string, args: string): Fields => ({ name, arguments: args })

/** As OpenAI's API has them: calls side by side, an image, thoughts. */
export const OPENAI: readonly Fields[] = [
  { role: 'developer', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Weather in both towns? \ud83c\udf33' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
      { type: 'image_url', image_url: { url: 'https://example.org/map.png' } },
    ],
  },
  {
    role: 'assistant',
    content: null,
    reasoning_content: 'Two calls.',
    tool_calls: [
      { id: 'c1', type: 'function', function: fn('weather', '{"town":"Ede"}') },
      { id: 'c2', type: 'function', function: fn('weather', 'Urk') },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'rain' },
  { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: 'sun' }] },
  { role: 'assistant', content: 'Rain and sun.', refusal: null },
]

/** As Anthropic's API has them, a whole request. */
export const ANTHROPIC: Fields = {
  model: 'claude-x',
  max_tokens: 1024,
  system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
  tools: [{ name: 'weather', input_schema: {} }],
  messages: [
    { role: 'user', content: 'Weather in Ede?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'A call.', signature: 'sig' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 't1', name: 'weather', input: { town: 'Ede' } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 9, output_tokens: 4, cache_read_input_tokens: 2 },
    },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And tomorrow?' },
        { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'no data' }], is_error: true },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Nobody knows.' }] },
  ],
}

/** One list a line, as for training. */
export const LINES = [OPENAI, OPENAI.slice(0, 2)].map((messages) => JSON.stringify({ messages })).join('\n')
