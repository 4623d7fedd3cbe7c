// Whether a request comes from a page of this very server. A browser sends the cookie along from any page,
// so what the cookie allows must be asked for by our own pages.

export interface OriginHeaders {
  readonly host: string | undefined
  readonly origin: string | undefined
  /** The `Sec-Fetch-Site` header; browsers send it, pages cannot. */
  readonly fetchSite?: string | undefined
}

/**
 * True for a page of the same host and port, and for programs, which send neither header.
 * The scheme is not compared: behind a proxy that ends TLS the server sees plain HTTP.
 */
export function isSameSite(headers: OriginHeaders): boolean {
  if (headers.origin === undefined) return headers.fetchSite === undefined || isOwnFetch(headers.fetchSite)
  if (headers.host === undefined || !URL.canParse(headers.origin)) return false
  const { protocol, host } = new URL(headers.origin)
  return host === canonicalHost(protocol, headers.host)
}

function isOwnFetch(fetchSite: string): boolean {
  return fetchSite === 'same-origin' || fetchSite === 'none'
}

/** The Host header as a URL would write it: lower case, without the scheme's own port. */
function canonicalHost(protocol: string, host: string): string | undefined {
  const url = `${protocol}//${host}`
  return URL.canParse(url) ? new URL(url).host : undefined
}
