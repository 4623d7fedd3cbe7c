// A plain text cut into what stands between fences of code and what stands inside them.

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** With what stands behind the fence as its language; '' for nothing. */
  | { readonly kind: 'code'; readonly text: string; readonly language: string }

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/

/** The fences themselves are left out, and so are blank parts. A fence that is never closed is text. */
export function fencedParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let lines: string[] = []
  let open: { readonly fence: string; readonly line: string; readonly language: string } | undefined
  const end = (kind: TextPart['kind']): void => {
    const part = lines.join('\n')
    if (part.trim() !== '')
      parts.push(
        kind === 'code'
          ? { kind, text: part, language: open?.language ?? '' }
          : { kind, text: part.replaceAll(/^\n+|\n+$/g, '') },
      )
    lines = []
  }
  for (const line of text.split('\n')) {
    const [, fence, behind = ''] = FENCE.exec(line) ?? []
    if (open === undefined && fence !== undefined) {
      end('text')
      open = { fence, line, language: behind.trim().split(/[\s,{]/, 1)[0] ?? '' }
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
