// The lines that a person who starts the server reads.
import { SessionError } from '@coppice/shared'

/** The address to open in a browser. A server that listens on every address is reached on this machine as localhost. */
export function urlOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The sign-in link. A token that was given from outside is a secret of somebody's and is not repeated. */
export function signInLine(url: string, token: string | undefined): string {
  return `Sign in: ${url}/signin?token=${token === undefined ? '<the value of COPPICE_TOKEN>' : encodeURIComponent(token)}`
}

/** One line for a server that could not begin to listen. */
export function explainListenError(error: unknown, host: string, port: number): string {
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop what uses it, or choose another with COPPICE_PORT or --port (0 takes a free one).`
    case 'EACCES':
      return `Port ${port} on ${host} needs more rights than this user has. Choose one above 1023 with COPPICE_PORT or --port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `COPPICE_HOST: "${host}" is not an address of this machine. Give one that is, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return `The server could not listen on ${host}, port ${port}: ${messageOf(error)}`
  }
}

/** One line for a data folder that cannot be used. The storage's own failures say what to do already. */
export function explainStorageError(error: unknown, folder: string): string {
  if (error instanceof SessionError) return error.message
  return `The data folder ${folder} cannot be used: ${messageOf(error)}. Check that it is a folder this user may write to, or choose another with COPPICE_DATA or --data.`
}

function systemCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
