// How the parts of a Markdown text are built: plain elements, links that give nothing away, no pictures from elsewhere.
import { Check, Copy } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import type { Components } from 'streamdown'
import { CodeText } from './CodeText.tsx'
import { safeTarget } from './link-target.ts'
import { useCopy } from './use-copy.ts'

/** `node` is Streamdown's; it must not reach an element. */
type Given<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & { readonly node?: unknown }

function SafeLink({ href, children }: Given<'a'>) {
  const target = safeTarget(href)
  if (target === undefined) return <span>{children}</span>
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow" title={target}>
      {children}
    </a>
  )
}

/** A picture in a text would load from anywhere, for everyone who looks: its address is shown instead. */
function PictureLink({ src, alt }: Given<'img'>) {
  const target = typeof src === 'string' ? safeTarget(src) : undefined
  const words = alt === undefined || alt === '' ? (target ?? 'without a name') : alt
  return target === undefined ? (
    <span className="md-picture">Picture: {words}</span>
  ) : (
    <a className="md-picture" href={target} target="_blank" rel="noopener noreferrer nofollow" title={target}>
      Picture: {words}
    </a>
  )
}

/** Inside of a `pre` its language stands in its class; in a line it has none. */
function Code({ className, children }: Given<'code'>) {
  const language = /(?:^|\s)language-(\S+)/.exec(className ?? '')?.[1] ?? ''
  return (
    <code className={className}>
      {typeof children === 'string' ? <CodeText text={children} language={language} /> : children}
    </code>
  )
}

function CodeBlock({ children }: Given<'pre'>) {
  const block = useRef<HTMLPreElement>(null)
  const [copied, copy] = useCopy()
  return (
    <div className="md-code">
      <pre ref={block} tabIndex={0}>
        {children}
      </pre>
      <button
        type="button"
        className="md-copy"
        aria-label={copied ? 'Copied' : 'Copy this code'}
        onClick={() => copy(block.current?.textContent ?? '')}
      >
        {copied ? <Check size={13} /> : <Copy size={13} />}
      </button>
    </div>
  )
}

function TableBox({ children }: Given<'table'>) {
  return (
    <div className="md-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

/** Headings start below those of the page. */
export const MARKDOWN_PARTS: Components = {
  a: SafeLink,
  img: PictureLink,
  pre: CodeBlock,
  table: TableBox,
  code: Code,
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  hr: 'hr',
  strong: 'strong',
  blockquote: 'blockquote',
  section: 'section',
  sub: 'sub',
  sup: 'sup',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
}
