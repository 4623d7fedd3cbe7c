// What scripts and agents in Node need: a session, a file it is kept in, and a name of their own.
export { joinSession } from '../sdk/index.ts'
export { StoreError, type DeviceStore, type StoreTrouble } from '../sdk/offline/device-store.ts'
export { fileStore } from './file-store.ts'
export { joinByInvite, type Guest, type InviteOptions } from './join-by-invite.ts'
