// Renders Markdown with Streamdown, in a chunk of its own. Sanitised by Streamdown's own plugins (they are dropped when
// others are passed, so none are), HTML shown as text, no pictures from elsewhere, no code run or fetched.
import { defaultRemarkPlugins, Streamdown } from 'streamdown'
import { htmlAsText } from './html-as-text.ts'
import { MARKDOWN_PARTS } from './markdown-parts.tsx'

const REMARK_PLUGINS = [...Object.values(defaultRemarkPlugins), htmlAsText]

interface MarkdownBodyProps {
  readonly text: string
  /** More is to come: what is open at the end is closed for now. */
  readonly streaming: boolean
}

export function MarkdownBody({ text, streaming }: MarkdownBodyProps) {
  return (
    <Streamdown
      // The same mode before and after the last word, so that nothing is built anew when an answer is done.
      mode="streaming"
      parseIncompleteMarkdown={streaming}
      isAnimating={false}
      controls={false}
      lineNumbers={false}
      codeBlockMaxHeight={0}
      tableMaxHeight={0}
      remarkPlugins={REMARK_PLUGINS}
      components={MARKDOWN_PARTS}
      className="md"
    >
      {text}
    </Streamdown>
  )
}
