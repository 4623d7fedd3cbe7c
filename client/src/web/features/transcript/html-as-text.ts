// Keeps HTML in an answer what it is: text. A person sees the tags a model wrote, and nothing of them is ever built.

interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
}

/** A remark plugin. Blocks of HTML become paragraphs, HTML inside a line becomes text of the line. */
export function htmlAsText() {
  return (root: MarkdownNode): void => {
    const waiting = [root]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const isLine = node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell' || isInline(node)
      for (const child of node.children ?? []) {
        if (child.type === 'html') turnIntoText(child, isLine)
        else waiting.push(child)
      }
    }
  }
}

function isInline({ type }: MarkdownNode): boolean {
  return type === 'emphasis' || type === 'strong' || type === 'delete' || type === 'link'
}

function turnIntoText(node: MarkdownNode, isLine: boolean): void {
  const value = node.value ?? ''
  if (isLine) {
    node.type = 'text'
    return
  }
  node.type = 'paragraph'
  node.children = [{ type: 'text', value }]
  delete node.value
}
