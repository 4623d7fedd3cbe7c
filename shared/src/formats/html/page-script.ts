// What an exported page does when scripts run: shows the path through an entry, by link, key or address. The text is
// the same in every page, because the page's policy names it by its hash.

export const PAGE_SCRIPT = String.raw`
(() => {
'use strict'
const { ids, parents } = JSON.parse(document.querySelector('script.tree').textContent)
const numberOf = new Map(ids.map((id, n) => [id, n]))
const children = ids.map(() => [])
const roots = []
parents.forEach((parent, n) => (parent < 0 ? roots : children[parent]).push(n))
const path = document.querySelector('.path')
const status = document.querySelector('.say-where')
const rows = new Map([...document.querySelectorAll('nav a')].map((row) => [Number(row.dataset.n), row]))

// Articles that were made, and the text of those that were not: with scripts on, a noscript element is plain text.
const made = new Map([...path.querySelectorAll('article')].map((article) => [Number(article.dataset.n), article]))
const texts = new Map()
for (const part of document.querySelector('noscript').textContent.split('<article data-n="').slice(1)) {
  texts.set(Number.parseInt(part, 10), '<article data-n="' + part)
}

// Entries on screen in order, where each stands there, and the branch last chosen below each entry.
let line = [...made.keys()]
let places = new Map(line.map((n, place) => [n, place]))
const chosen = new Map()
let current = -1
for (const n of line) chosen.set(parents[n], n)

function below(n) {
  return children[n].length === 0 ? undefined : (chosen.get(n) ?? children[n].at(-1))
}

function lineThrough(n) {
  const found = []
  for (let at = n; at >= 0; at = parents[at]) {
    found.push(at)
    chosen.set(parents[at], at)
  }
  found.reverse()
  for (let next = below(n); next !== undefined; next = below(next)) found.push(next)
  return found
}

function make(wanted) {
  const missing = wanted.filter((n) => !made.has(n))
  const template = document.createElement('template')
  template.innerHTML = missing.map((n) => texts.get(n) ?? '').join('')
  for (const article of template.content.querySelectorAll('article[data-n]')) made.set(Number(article.dataset.n), article)
}

function show(next) {
  let same = 0
  while (same < line.length && line[same] === next[same]) same += 1
  make(next)
  for (const n of line.slice(same)) {
    made.get(n)?.remove()
    rows.get(n)?.classList.remove('on')
  }
  path.append(...next.slice(same).flatMap((n) => made.get(n) ?? []))
  for (const n of next.slice(same)) rows.get(n)?.classList.add('on')
  for (const note of path.querySelectorAll(':scope > .note')) note.remove()
  line = next
  places = new Map(line.map((n, place) => [n, place]))
}

function mark(n, isCurrent) {
  for (const one of [made.get(n), rows.get(n)]) {
    if (isCurrent) one?.setAttribute('aria-current', 'true')
    else one?.removeAttribute('aria-current')
  }
  const row = rows.get(n)
  if (row && isCurrent) {
    for (const other of document.querySelectorAll('nav a[tabindex="0"]')) other.tabIndex = -1
    row.tabIndex = 0
  }
}

function select(n, { keepFocus = false } = {}) {
  if (!places.has(n)) show(lineThrough(n))
  mark(current, false)
  current = n
  mark(n, true)
  status.textContent = ''
  const article = made.get(n)
  // Twice, because heights are guesses until an entry has been on screen.
  article?.scrollIntoView({ block: 'start' })
  requestAnimationFrame(() => article?.scrollIntoView({ block: 'start' }))
  rows.get(n)?.scrollIntoView({ block: 'nearest' })
  if (!keepFocus) article?.focus({ preventScroll: true })
}

function address(n) {
  return '#' + encodeURIComponent(ids[n])
}

function go(n, options) {
  if (n === undefined) return
  select(n, options)
  history.replaceState(null, '', address(n))
}

function readAddress() {
  if (location.hash.length < 2) return
  let id = location.hash.slice(1)
  try {
    id = decodeURIComponent(id)
  } catch {
    // Not escaped: the id as it stands.
  }
  const n = numberOf.get(id)
  if (n === undefined) status.textContent = 'The entry ' + id.slice(0, 80) + ' is not in this file.'
  else select(n)
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const n = numberOf.get(decodeURIComponent(link.getAttribute('href').slice(1)))
  if (n === undefined) return
  event.preventDefault()
  const inOutline = link.closest('nav') !== null
  if (address(n) !== location.hash) history.pushState(null, '', address(n))
  select(n, { keepFocus: inOutline })
  if (inOutline && narrow.matches) document.querySelector('nav details').open = false
})

// The nearest entry at or above that has others beside it, and the one a step away.
function beside(step) {
  for (let at = current < 0 ? line.at(-1) : current; at !== undefined && at >= 0; at = parents[at]) {
    const all = parents[at] < 0 ? roots : children[parents[at]]
    if (all.length > 1) return all[all.indexOf(at) + step]
  }
  return undefined
}

function along(step) {
  if (current < 0) return step > 0 ? line[0] : line.at(-1)
  return line[(places.get(current) ?? 0) + step]
}

function row(step) {
  const all = [...rows.keys()]
  return all[all.indexOf(Number(document.activeElement.dataset.n)) + step]
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const focused = document.activeElement
  if (focused?.closest('pre, .wide')) return
  const inOutline = focused?.closest('nav ol') != null
  const moves = {
    ArrowDown: () => (inOutline ? row(1) : along(1)),
    ArrowUp: () => (inOutline ? row(-1) : along(-1)),
    ArrowRight: () => beside(1),
    ArrowLeft: () => beside(-1),
  }
  const move = moves[event.key]
  if (move === undefined) return
  event.preventDefault()
  const n = move()
  go(n, { keepFocus: inOutline })
  if (inOutline && n !== undefined) rows.get(n)?.focus({ preventScroll: true })
})

const narrow = matchMedia('(max-width: 820px)')
document.documentElement.classList.add('js')
if (narrow.matches) document.querySelector('nav details').open = false
for (const each of rows.values()) each.tabIndex = -1
const first = rows.get(line.find((n) => rows.has(n))) ?? rows.values().next().value
if (first) first.tabIndex = 0
for (const n of line) rows.get(n)?.classList.add('on')
window.addEventListener('hashchange', readAddress)
window.addEventListener('popstate', readAddress)
readAddress()
})()
`
