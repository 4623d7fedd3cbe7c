// How far a link of this page reaches.

/** True for names under which every computer means itself. */
export function isOnlyThisMachine(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
  )
}
