// A plain text cut into what stands between fences of code and what stands inside them.

export interface TextPart {
  readonly kind: 'text' | 'code'
  readonly text: string
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/

/** The fences themselves are left out, and so are blank parts. A fence that is never closed is text. */
export function fencedParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let lines: string[] = []
  let open: { readonly fence: string; readonly line: string } | undefined
  const end = (kind: TextPart['kind']): void => {
    const part = lines.join('\n')
    if (part.trim() !== '') parts.push({ kind, text: kind === 'code' ? part : part.replaceAll(/^\n+|\n+$/g, '') })
    lines = []
  }
  for (const line of text.split('\n')) {
    const fence = FENCE.exec(line)?.[1]
    if (open === undefined && fence !== undefined) {
      end('text')
      open = { fence, line }
    } else if (open !== undefined && line.trim().startsWith(open.fence) && fence !== undefined) {
      end('code')
      open = undefined
    } else lines.push(line)
  }
  if (open === undefined) {
    end('text')
    return parts
  }
  lines.unshift(open.line)
  end('text')
  return parts
}
