// The addresses of the app, as data. Three pages; everything else is unknown and says so.
import { sessionIdSchema, type SessionId } from '@coppice/shared'

export type Route =
  | { readonly page: 'sessions' }
  | { readonly page: 'session'; readonly id: SessionId }
  | { readonly page: 'join'; readonly code: string }
  | { readonly page: 'unknown'; readonly path: string }

/** Reads the path of an address (no query, no hash). A trailing slash means nothing. Never throws. */
export function parseRoute(path: string): Route {
  const parts = path.split('/').filter((part) => part !== '')
  const [first, second] = parts
  if (first === undefined) return { page: 'sessions' }
  if (parts.length === 2 && second !== undefined) {
    if (first === 's') {
      const id = sessionIdSchema.safeParse(second)
      if (id.success) return { page: 'session', id: id.data }
    }
    if (first === 'join') {
      const code = decodePart(second)
      if (code !== undefined) return { page: 'join', code }
    }
  }
  return { page: 'unknown', path }
}

/** The address of a page: `parseRoute` gives the same route back. */
export function hrefOf(route: Route): string {
  switch (route.page) {
    case 'sessions':
      return '/'
    case 'session':
      return `/s/${route.id}`
    case 'join':
      return `/join/${encodeURIComponent(route.code)}`
    case 'unknown':
      return route.path
    default:
      return route satisfies never
  }
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
