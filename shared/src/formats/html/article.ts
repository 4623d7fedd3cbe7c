// One entry as an article, and as a row of the outline.
import { isTimed } from '../../entry/base.ts'
import type { Entry } from '../../entry/entry.ts'
import type { Person } from '../../access/participant.ts'
import type { EntryBody } from './entry-body.ts'
import { escapeAttribute, escapeText, plainAttribute } from './escape.ts'
import type { ShownEntry } from './shown-tree.ts'

export interface ArticleParts {
  readonly entry: Entry
  readonly shown: ShownEntry
  readonly body: EntryBody
  readonly speaker: Person
  readonly label: string | undefined
  /** Nothing but a place that others hang below. */
  readonly isQuiet: boolean
  /** Its parent is not in the session. */
  readonly isTorn: boolean
}

/** Begins with `<article data-n="` and the entry's number: the page's script cuts the list there. */
export function articleHtml({ entry, shown, body, speaker, label, isQuiet, isTorn }: ArticleParts): string {
  const isStep = body.kind === 'step'
  const name = body.title ?? speaker.name
  const who = isStep
    ? ''
    : `${body.title === undefined ? sign(speaker) : ''}<h2 class="who"><bdi>${escapeText(name)}</bdi></h2>${isTimed(entry) ? time(entry.timestamp) : ''}`
  const star = label === undefined ? '' : `<span class="label">★ <bdi>${escapeText(label)}</bdi></span>`
  const torn = isTorn ? `<p class="note">What came before is missing.</p>` : ''
  const head = `${who}${star}${switcher(shown)}${permalink(entry)}`
  return (
    `<article data-n="${shown.number}" id="${escapeAttribute(entry.id)}" class="${body.kind}${isQuiet ? ' quiet' : ''}" tabindex="-1">` +
    `<header>${head}</header>${torn}<div class="say">${body.html}</div></article>\n`
  )
}

/** What says nothing to a reader has a row only where a branch starts. */
export function hasRow({ kind, words }: EntryBody, { siblings, parent }: ShownEntry): boolean {
  return (kind !== 'step' && words !== '') || siblings.length > 1 || parent === -1
}

export function rowHtml({ entry, shown, body, speaker, label }: ArticleParts): string {
  const start = shown.siblings.length > 1 ? ' fork' : ''
  const star = label === undefined ? '' : `<span class="label">★ <bdi>${escapeText(label)}</bdi></span> `
  const words = body.words === '' ? (body.name ?? 'No text') : body.words
  const isTurn = body.kind === 'prompt' || body.kind === 'answer'
  const name = isTurn ? `${sign(speaker)}<span class="by">${escapeText(speaker.name)}: </span>` : ''
  return (
    `<li style="--level:${Math.min(shown.level, MAX_LEVEL)}"><a data-n="${shown.number}" href="${linkTo(entry.id)}" ` +
    `class="${body.kind}${start}">${name}${star}<bdi>${escapeText(words)}</bdi></a></li>\n`
  )
}

const MAX_LEVEL = 8

function linkTo(id: string): string {
  return `#${escapeAttribute(encodeURIComponent(id.toWellFormed()))}`
}

function switcher({ siblings, place }: ShownEntry): string {
  if (siblings.length < 2) return ''
  const before = siblings[place - 1]
  const after = siblings[place + 1]
  const step = (id: string | undefined, name: string, sign: string): string =>
    id === undefined
      ? `<span class="turn" aria-hidden="true">${sign}</span>`
      : `<a class="turn" href="${linkTo(id)}" aria-label="${name}">${sign}</a>`
  return `<span class="switch">${step(before, 'Previous branch', '‹')}<span>Branch ${place + 1} of ${siblings.length}</span>${step(after, 'Next branch', '›')}</span>`
}

function permalink({ id }: Entry): string {
  return `<a class="link" href="${linkTo(id)}" aria-label="Link to this entry">#</a>`
}

function sign({ name, color, kind }: Person): string {
  const initials = name
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 63))
    .join('')
  return `<span class="sign-of ${kind} p${color}" aria-hidden="true">${escapeText(initials.toUpperCase())}</span>`
}

/** In UTC: the same file says the same everywhere. */
function time(timestamp: string): string {
  const ms = Date.parse(timestamp)
  if (Number.isNaN(ms)) return ''
  const iso = new Date(ms).toISOString()
  return `<time datetime="${iso}" title="${plainAttribute(iso)}">${iso.slice(0, 10)} ${iso.slice(11, 16)}</time>`
}
