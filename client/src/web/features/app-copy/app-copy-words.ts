// What is said about the copy of the app that the browser keeps.
import type { AppKept } from './app-copy.ts'

/** Why this page does not open without the server; undefined while it does, or is not known. */
export function notKeptWords(kept: AppKept): string | undefined {
  switch (kept) {
    case 'asking':
    case 'kept':
      return undefined
    case 'plain_http':
      return 'This page came over plain http, so your browser cannot keep it: without the server it will not open. What you write is still kept while it is open.'
    case 'not_allowed':
      return 'Your browser does not keep this page: without the server it will not open. What you write is still kept while it is open.'
    default:
      return kept satisfies never
  }
}
