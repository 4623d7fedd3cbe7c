// Which words of a piece of code are of which kind: lowlight with the languages people mostly paste. Gives runs of
// text, never markup, so that whatever is in the code stays text. Its grammars are quadratic on hostile texts: it runs
// in a worker that can be ended (see `code-colours.ts`), never on the page.
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import makefile from 'highlight.js/lib/languages/makefile'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import shell from 'highlight.js/lib/languages/shell'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import { LONGEST_COLOURED } from './code-limits.ts'

export type CodeKind = 'keyword' | 'name' | 'string' | 'number' | 'type' | 'comment' | 'added' | 'removed'

export interface CodeRun {
  readonly text: string
  /** Undefined: in the ink of all code. */
  readonly kind: CodeKind | undefined
}

const lowlight = createLowlight({
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
})

/** By the first word of a class that lowlight gives. What is not here keeps the ink of all code. */
const KINDS: ReadonlyMap<string, CodeKind> = new Map([
  ['hljs-keyword', 'keyword'],
  ['hljs-selector-tag', 'keyword'],
  ['hljs-name', 'keyword'],
  ['hljs-bullet', 'keyword'],
  ['hljs-section', 'name'],
  ['hljs-title', 'name'],
  ['hljs-attr', 'name'],
  ['hljs-attribute', 'name'],
  ['hljs-property', 'name'],
  ['hljs-selector-class', 'name'],
  ['hljs-selector-id', 'name'],
  ['hljs-string', 'string'],
  ['hljs-regexp', 'string'],
  ['hljs-code', 'string'],
  ['hljs-link', 'string'],
  ['hljs-number', 'number'],
  ['hljs-literal', 'number'],
  ['hljs-symbol', 'number'],
  ['hljs-type', 'type'],
  ['hljs-built_in', 'type'],
  ['hljs-comment', 'comment'],
  ['hljs-quote', 'comment'],
  ['hljs-meta', 'comment'],
  ['hljs-addition', 'added'],
  ['hljs-deletion', 'removed'],
])

/** Undefined for a language that is not known, and for a text that is too long. The runs are the text, in order. */
export function codeRunsOf(text: string, language: string): readonly CodeRun[] | undefined {
  if (text.length > LONGEST_COLOURED || !lowlight.registered(language)) return undefined
  const runs: CodeRun[] = []
  // Grammars nest without a limit: no recursion.
  const left: Piece[] = [{ node: lowlight.highlight(language, text), kind: undefined }]
  for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
    const { node, kind } = piece
    if (node.type === 'text') add(runs, node.value, kind)
    else if (node.type === 'root' || node.type === 'element') {
      const own = node.type === 'element' ? kindOf(node.properties['className']) : undefined
      for (const child of node.children.toReversed()) left.push({ node: child, kind: own ?? kind })
    }
  }
  return runs
}

type Tree = ReturnType<typeof lowlight.highlight>

interface Piece {
  readonly node: Tree | Tree['children'][number]
  readonly kind: CodeKind | undefined
}

function kindOf(classes: unknown): CodeKind | undefined {
  return Array.isArray(classes) ? KINDS.get(String(classes[0])) : undefined
}

/** Neighbours of one kind are one run. */
function add(runs: CodeRun[], text: string, kind: CodeKind | undefined): void {
  const last = runs.at(-1)
  if (last !== undefined && last.kind === kind) runs[runs.length - 1] = { text: last.text + text, kind }
  else runs.push({ text, kind })
}
