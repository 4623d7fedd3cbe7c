// Small ChatGPT exports for tests.

type Fields = Readonly<Record<string, unknown>>

export interface SampleNode {
  readonly id: string
  readonly parent: string | null
  readonly role?: string
  readonly text?: string
  readonly message?: Fields
  readonly metadata?: Fields
}

/** Seconds, as in the export. */
export const START = 1_770_000_000

export function conversation(id: string, nodes: readonly SampleNode[], more: Fields = {}): Fields {
  const mapping: Record<string, unknown> = {}
  for (const [at, node] of nodes.entries()) {
    const children = nodes.filter(({ parent }) => parent === node.id).map((child) => child.id)
    mapping[node.id] = { id: node.id, message: messageOf(node, at), parent: node.parent, children }
  }
  return { title: `Talk ${id}`, create_time: START, update_time: START + 99, mapping, conversation_id: id, ...more }
}

function messageOf({ id, role, text = '', message = {}, metadata = {} }: SampleNode, at: number): Fields | null {
  if (role === undefined) return null
  return {
    id,
    author: { role, name: null, metadata: {} },
    create_time: START + at + 0.5,
    content: { content_type: 'text', parts: [text] },
    status: 'finished_successfully',
    weight: 1,
    recipient: 'all',
    metadata: { ...(role === 'assistant' ? { model_slug: 'gpt-x' } : {}), ...metadata },
    ...message,
  }
}

const HIDDEN = { is_visually_hidden_from_conversation: true }

/** A hidden start, a question asked again in other words, an answer asked for again. */
export const BRANCHED = conversation(
  'c-branched',
  [
    { id: 'root', parent: null },
    { id: 'sys', parent: 'root', role: 'system', metadata: HIDDEN, message: { weight: 0 } },
    { id: 'u1', parent: 'sys', role: 'user', text: 'Name a tree' },
    { id: 'a1', parent: 'u1', role: 'assistant', text: 'Oak' },
    { id: 'a2', parent: 'u1', role: 'assistant', text: 'Hazel \ud83c\udf33' },
    { id: 'u2', parent: 'a2', role: 'user', text: 'Another' },
    { id: 'a3', parent: 'u2', role: 'assistant', text: 'Ash' },
    { id: 'u3', parent: 'a2', role: 'user', text: 'A bush' },
    { id: 'a4', parent: 'u3', role: 'assistant', text: 'Elder' },
  ],
  { current_node: 'a3', gizmo_id: 'g-1' },
)

/** Calls and what tools said. */
export const WITH_TOOLS = conversation(
  'c-tools',
  [
    { id: 'root', parent: null },
    { id: 'u1', parent: 'root', role: 'user', text: 'What is 6 times 7?' },
    {
      id: 'call',
      parent: 'u1',
      role: 'assistant',
      message: { recipient: 'python', content: { content_type: 'code', language: 'python', text: '6 * 7' } },
    },
    {
      id: 'out',
      parent: 'call',
      role: 'tool',
      message: {
        author: { role: 'tool', name: 'python', metadata: {} },
        content: { content_type: 'execution_output', text: '42' },
      },
    },
    { id: 'a1', parent: 'out', role: 'assistant', text: 'It is 42.' },
  ],
  { current_node: 'a1' },
)

export const TWO = JSON.stringify([BRANCHED, WITH_TOOLS], null, 1)
