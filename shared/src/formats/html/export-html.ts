// A whole session as one page that needs nothing else: every branch to click through, offline (FM70 to FM74).
import { toBase64 } from 'lib0/buffer'
import { digest } from 'lib0/hash/sha256'
import type { Person } from '../../access/participant.ts'
import { isFact } from '../../entry/entry.ts'
import type { EntryId, ParticipantId } from '../../entry/ids.ts'
import { SessionError } from '../../errors.ts'
import type { TreeIndex } from '../../tree/tree-index.ts'
import { speakerOf, type SpeakerOptions } from '../speaker.ts'
import { articleHtml, hasRow, rowHtml, type ArticleParts } from './article.ts'
import { coloringCode, type CodeWriter } from './code-colors.ts'
import { entryBody } from './entry-body.ts'
import { escapeText, plainAttribute, scriptJson } from './escape.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'
import { shownTree, type ShownEntry } from './shown-tree.ts'

export interface HtmlOptions extends SpeakerOptions {
  readonly title: string
  readonly people: ReadonlyMap<ParticipantId, Person>
}

/** Nothing of the content can run or be fetched: one script by its hash, images that hold their own data, no more. */
const POLICY = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `script-src 'sha256-${toBase64(digest(new TextEncoder().encode(PAGE_SCRIPT)))}'`,
  `img-src data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ')

/**
 * The page in pieces: a session may be larger than a string. It opens on the path to the leaf, which stands in it in
 * full; what is on other branches follows as a list that the script takes its articles from, and that is read as it
 * is where no script runs. The same tree gives the same text everywhere.
 * Throws SessionError `not_found` for an unknown leaf, before the first piece.
 */
export function exportHtml(index: TreeIndex, leafId: EntryId | null, options: HtmlOptions): Iterable<string> {
  if (leafId !== null && !index.has(leafId))
    throw new SessionError('not_found', `The entry ${leafId} is not in this session. Choose another leaf.`)
  return pieces(index, leafId, options)
}

function* pieces(index: TreeIndex, leafId: EntryId | null, options: HtmlOptions): Generator<string> {
  const tree = shownTree(index, leafId)
  const path = new Set(index.pathTo(leafId).map(({ id }) => id))
  const counts = `${tree.length === 1 ? '1 entry' : `${tree.length} entries`}${branchWords(index)}`
  yield head(options.title, counts)
  for (const shown of tree) {
    const parts = partsOf(shown, index, options)
    if (parts !== undefined && hasRow(parts.body, shown)) yield rowHtml(parts)
  }
  yield '</ol></details></nav>\n<main><p class="say-where" role="status"></p>\n<div class="path">\n'
  if (path.size === 0) yield '<p class="note">Nothing was said on this branch.</p>\n'
  const code = coloringCode()
  yield* articles(tree, index, { ...options, code }, ({ id }) => path.has(id))
  const below = leafId === null ? 0 : index.branches(leafId).length
  if (below === 1) yield '<p class="note">It goes on from here: the list of entries has the rest.</p>\n'
  if (below > 1) yield `<p class="note">${below} branches go on from here: they are in the list of entries.</p>\n`
  yield '</div>\n<noscript><h2 class="rest">Other branches</h2>\n'
  yield* articles(tree, index, { ...options, code }, ({ id }) => !path.has(id))
  const data = { ids: tree.map(({ id }) => id), parents: tree.map(({ parent }) => parent) }
  yield `</noscript></main></div>\n<script type="application/json" class="tree">${scriptJson(data)}</script>\n`
  yield `<script>${PAGE_SCRIPT}</script>\n</body></html>\n`
}

function* articles(
  tree: readonly ShownEntry[],
  index: TreeIndex,
  options: HtmlOptions & { readonly code: CodeWriter },
  isWanted: (shown: ShownEntry) => boolean,
): Generator<string> {
  for (const shown of tree) {
    const parts = isWanted(shown) ? partsOf(shown, index, options, options.code) : undefined
    if (parts !== undefined) yield articleHtml(parts)
  }
}

/** Made when it is written and then forgotten: a page may be larger than what there is room for. */
function partsOf(
  shown: ShownEntry,
  index: TreeIndex,
  options: HtmlOptions,
  code?: CodeWriter,
): ArticleParts | undefined {
  const entry = index.get(shown.id)
  if (entry === undefined) return undefined
  const label = index.labelOf(entry.id)
  const isTorn = shown.parent === -1 && entry.parentId !== null
  const isQuiet = isFact(entry) && shown.siblings.length < 2 && label === undefined && !isTorn
  return {
    entry,
    shown,
    body: entryBody(entry, code),
    speaker: speakerOf(entry, options),
    label,
    isQuiet: isQuiet && index.branches(entry.id).length > 0,
    isTorn,
  }
}

function branchWords(index: TreeIndex): string {
  const tips = index.tips().length
  return tips > 1 ? `, ${tips} branches` : ''
}

function head(title: string, counts: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><meta name="generator" content="Coppice">
<title>${plainAttribute(title)}</title>
<style>${PAGE_STYLE}</style></head>
<body>
<header class="top"><h1><bdi>${escapeText(title)}</bdi></h1><p>${counts}</p></header>
<div class="panes"><nav aria-label="Entries"><details open><summary>Entries</summary>
<p class="keys">Arrow keys: up and down along the branch, left and right to other branches</p><ol>
`
}
