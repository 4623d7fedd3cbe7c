// Headers that tell browsers what our pages may do.
import type { Context, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/**
 * Scripts from here alone; styles also inline, because the editor and dialogs inject them; no images from other
 * hosts, so that what a model writes cannot call home. Older browsers do not count sockets under 'self'.
 */
export function securityHeaders(): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'", (c) => `ws://${hostOf(c)}`, (c) => `wss://${hostOf(c)}`],
      // The worker and the manifest by which a browser keeps the app.
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    // The server itself speaks plain HTTP; who puts TLS in front decides on this.
    strictTransportSecurity: false,
    originAgentCluster: false,
  })
}

function hostOf(c: Context): string {
  return new URL(c.req.url).host
}
