// Imported before a peer's client is loaded: it gets the Yjs of this workspace (the same version), because a document
// of one copy of Yjs is a stranger to another.
import { registerHooks } from 'node:module'
import { isOfPeers } from '../peers.ts'

registerHooks({
  resolve: (specifier, context, next) =>
    isOfPeers(context.parentURL) && /^(yjs$|y-protocols\/)/.test(specifier)
      ? next(specifier, { ...context, parentURL: import.meta.url })
      : next(specifier, context),
})
