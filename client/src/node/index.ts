// What scripts and agents in Node need: a session, and a file it is kept in.
export { joinSession } from '../sdk/index.ts'
export { StoreError, type DeviceStore, type StoreTrouble } from '../sdk/offline/device-store.ts'
export { fileStore } from './file-store.ts'
