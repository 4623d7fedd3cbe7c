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
      { keys: ['p'], does: 'Who is here' },
      { keys: ['p', '1–9'], does: 'Follow one of them' },
      { keys: ['Esc'], does: 'Stop following' },
      { keys: ['Esc', 'Esc'], does: 'Stop the answer to your prompt' },
      { keys: ['?'], does: 'These keys' },
    ],
  },
  {
    where: 'Tree',
    keys: [
      { keys: ['/'], does: 'Filter' },
      { keys: ['↑', '↓'], does: 'Previous and next row' },
      { keys: ['←', '→'], does: 'Fold and unfold a branch' },
      { keys: ['Enter'], does: 'Look at it' },
      { keys: ['l'], does: 'Continue there: move my leaf to it' },
    ],
  },
  {
    where: 'Conversation',
    keys: [
      { keys: ['j', 'k'], does: 'Next and previous prompt' },
      { keys: ['[', ']'], does: 'Previous and next branch beside this one' },
      { keys: ['f'], does: 'Branch off at the focused message' },
      { keys: ['l'], does: 'Continue from the focused message' },
      { keys: ['b'], does: 'Label the focused message' },
    ],
  },
  {
    where: 'Prompt',
    keys: [
      { keys: ['Enter'], does: 'Send' },
      { keys: ['Shift', 'Enter'], does: 'New line' },
      { keys: ['Ctrl', '.'], does: 'Private or shared' },
      { keys: ['Esc'], does: 'Leave a new branch before it begins, else the prompt field' },
    ],
  },
]
