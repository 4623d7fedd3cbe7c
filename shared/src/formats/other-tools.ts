// Session files of tools whose format is not read yet: known well enough to be named when they are refused.

interface OtherTool {
  readonly name: string
  /** All of these stand in one piece of the file: the whole of it, or one line. */
  readonly marks: readonly RegExp[]
  readonly perLine: boolean
}

const TOOLS: readonly OtherTool[] = [
  { name: 'OpenAssistant', marks: [/"message_tree_id"\s*:/, /"prompt"\s*:\s*\{/], perLine: true },
]
const MAX_LINES = 20

/** The tool that wrote a JSON file starting with `head`, or undefined. The end of `head` may be cut anywhere. */
export function otherToolOf(head: string): string | undefined {
  if (!/^\s*[[{]/.test(head)) return undefined
  const lines = head.split('\n', MAX_LINES).filter((line) => line.startsWith('{'))
  const hasMarks = ({ marks, perLine }: OtherTool): boolean =>
    (perLine ? lines : [head]).some((piece) => marks.every((mark) => mark.test(piece)))
  return TOOLS.find(hasMarks)?.name
}
