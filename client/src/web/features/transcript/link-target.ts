// Where a link in an answer may lead.

const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/** The address if it is absolute and of a kind that is safe to open; undefined for all others. */
export function safeTarget(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined
  const url = new URL(href)
  return ALLOWED.has(url.protocol) ? url.href : undefined
}
