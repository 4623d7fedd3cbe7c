// Small Loom trees for tests.

type Fields = Readonly<Record<string, unknown>>

interface SampleNode {
  readonly id: string
  readonly text: string
  readonly children: readonly SampleNode[]
}

export function loomNode(
  id: string,
  text: string,
  children: readonly SampleNode[] = [],
  more: Fields = {},
): SampleNode {
  return {
    id,
    text,
    ...more,
    children: children.map((child) => ({ ...child, parent_id: id })),
    open: true,
    visited: true,
  } as SampleNode
}

export function tree(root: unknown, more: Fields = {}): Fields {
  const settings = { generation_settings: { model: 'davinci', temperature: 0.9 }, preferences: {} }
  return { root, chapters: {}, canonical: [], model_responses: {}, selected_node_id: 'n3', ...settings, ...more }
}

export function byModel(second: number, index: number, more: Fields = {}): Fields {
  const creation_timestamp = `2026-02-13-20.57.${String(second).padStart(2, '0')}`
  return { meta: { creation_timestamp, source: 'AI', modified: false }, generation: { id: 'r1', index }, ...more }
}

/** An empty root, a prompt, three ways to go on; one of them changed by a person, tagged and the start of a chapter. */
export const STORY = tree(
  loomNode('n0', '', [
    loomNode(
      'n1',
      'The tree ',
      [
        loomNode('n2', 'was old.', [], byModel(2, 0)),
        loomNode(
          'n3',
          'was tall \ud83c\udf33.',
          [],
          byModel(3, 1, { tags: ['read', 'fine'], bookmark: true, chapter_id: 'c1' }),
        ),
        loomNode(
          'n4',
          'fell.',
          [loomNode('n5', ' Nobody heard.', [], { multimedia: [{ file: '/a/b/tree.png', caption: 'It' }] })],
          {
            meta: { source: 'mixed', modified: true },
          },
        ),
      ],
      { meta: { source: 'prompt', creation_timestamp: '2026-02-13-20.57.01' } },
    ),
  ]),
  {
    chapters: { c1: { id: 'c1', root_id: 'n3', title: 'Height' } },
    canonical: ['n1'],
    model_responses: {
      r1: {
        id: 'r1',
        model: 'davinci:x',
        prompt: 'The tree ',
        completions: [{ finishReason: 'length' }, { finishReason: 'stop' }],
      },
      r9: { id: 'r9' },
    },
  },
)

const hidden = loomNode('h1', '', [loomNode('h2', 'Once ', [loomNode('h3', 'upon '), loomNode('h4', 'there ')])])

/** The view of one node: what is above it, and beside, is folded into the root. */
export const HOISTED = tree(
  {
    ...loomNode('mask', 'Once upon ', [loomNode('n7', 'a time', [], byModel(7, 0))], { mutable: false, hoisted: true }),
    masked_head: hidden,
    tail_id: 'h3',
  },
  { selected_node_id: 'h3' },
)
