// The map of keys that exist, as the `?` dialog shows it. A key that is added anywhere is added here.

interface KeyGroup {
  readonly where: string
  readonly keys: readonly { readonly keys: readonly string[]; readonly does: string }[]
}

export const KEYS: readonly KeyGroup[] = [
  {
    where: 'Anywhere',
    keys: [
      { keys: ['.'], does: 'Go to where you stand' },
      { keys: ['t'], does: 'To the tree' },
      { keys: ['i'], does: 'Context of what you look at' },
      { keys: ['w'], does: 'Write: to the prompt' },
      { keys: ['Esc', 'Esc'], does: 'Stop the answer to your prompt' },
      { keys: ['?'], does: 'These keys' },
    ],
  },
  {
    where: 'Prompt',
    keys: [
      { keys: ['Enter'], does: 'Send' },
      { keys: ['Shift', 'Enter'], does: 'New line' },
      { keys: ['Esc'], does: 'Leave a new branch before it begins' },
    ],
  },
]
