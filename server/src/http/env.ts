// What a request carries from the middleware to its handler.
import type { SessionId } from '@coppice/shared'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Visitor } from '../access/access.ts'
import type { Identity } from '../access/identity.ts'

export interface AppEnv {
  readonly Bindings: HttpBindings
  readonly Variables: {
    /** Undefined for who is signed out. Set on every request under /api. */
    identity: Identity | undefined
    /** The session of the path, checked against the grammar. Set under /api/sessions/:id. */
    session: SessionId
    /** Who asks and their role in that session. Set under /api/sessions/:id. */
    visitor: Visitor
  }
}

export type AppContext = Context<AppEnv>
