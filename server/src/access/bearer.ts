// Reads the token out of an `Authorization` header (RFC 6750, section 2.1).

/** The bearer token; undefined when the header is missing or of another scheme. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
}
