// Small Open WebUI exports for tests.

type Fields = Readonly<Record<string, unknown>>

/** Seconds. */
export const START = 1_770_000_000

/** @param id of a question with a "u", of an answer with an "a", and the second it is from */
export function chatMessage(id: string, parentId: string | null, content: unknown, more: Fields = {}): Fields {
  const isQuestion = id.startsWith('u')
  return {
    id,
    parentId,
    childrenIds: [],
    role: isQuestion ? 'user' : 'assistant',
    content,
    timestamp: START + Number.parseInt(id.slice(1), 10),
    ...(isQuestion ? { models: ['model-a', 'model-b'] } : { model: 'model-a', modelIdx: 0, done: true }),
    ...more,
  }
}

export function chat(messages: readonly Fields[], currentId: string | null, more: Fields = {}): Fields {
  const history = { messages: Object.fromEntries(messages.map((one) => [one['id'], one])), currentId }
  return { id: '', title: 'Trees', models: ['model-a'], params: { system: 'Be brief' }, history, messages: [], ...more }
}

export function row(id: string, inner: Fields): Fields {
  return { id, user_id: 'me', title: `Chat ${id}`, chat: inner, created_at: START, archived: false }
}

/** Answers of two models, a question asked again, and children's lists that say nothing. */
export const BRANCHED = row(
  'ow-1',
  chat(
    [
      chatMessage('u1', null, 'Name a tree'),
      chatMessage('a2', 'u1', 'Oak', { usage: { prompt_tokens: 3, completion_tokens: 1 } }),
      chatMessage('a3', 'u1', 'Hazel \ud83c\udf33', {
        model: 'model-b',
        modelIdx: 1,
        sources: [{ source: { name: 'Flora' } }],
      }),
      chatMessage('u4', 'a2', 'Another'),
      chatMessage('a5', 'u4', 'Ash'),
      chatMessage('u6', 'a2', 'A bush'),
      chatMessage('a7', 'u6', 'Elder', { done: false }),
    ],
    'a5',
  ),
)

const reasoning =
  '<details type="reasoning" done="true" duration="2">\n<summary>Thought</summary>\n&gt; Ede &amp; Urk\n</details>'
const call =
  '<details type="tool_calls" done="true" id="c1" name="weather" arguments="&quot;{\\&quot;town\\&quot;: \\&quot;Ede\\&quot;}&quot;" result="&quot;rain&quot;">\n<summary>Done</summary>\n</details>'

/** Thoughts and calls inside the text, and the same as items. */
export const WITH_TOOLS = chat(
  [
    chatMessage('u1', null, 'Weather?', {
      files: [
        { type: 'image', url: 'data:image/png;base64,AAAA' },
        { type: 'file', name: 'plan.pdf', id: 'f1' },
      ],
    }),
    chatMessage('a2', 'u1', `${reasoning}\nI look.\n${call}\nRain in Ede.`),
    chatMessage('u3', 'a2', 'And Urk?'),
    chatMessage('a4', 'u3', 'Sun in Urk.', {
      usage: { prompt_eval_count: 9, eval_count: 4 },
      output: [
        { type: 'reasoning', id: 'r1', summary: [], content: [{ type: 'output_text', text: 'Urk now.' }] },
        { type: 'function_call', call_id: 'c2', name: 'weather', arguments: '{"town":"Urk"}', status: 'completed' },
        { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'sun' }] },
        { type: 'message', id: 'm1', role: 'assistant', content: [{ type: 'output_text', text: 'Sun in Urk.' }] },
      ],
    }),
  ],
  'a4',
  { timestamp: START * 1000 },
)
