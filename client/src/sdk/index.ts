// The Coppice SDK: joins a session from a browser or from Node, and calls the server's HTTP API.
export { createApi } from './api.ts'
export type {
  Api,
  ApiOptions,
  ExportFormat,
  ExportOptions,
  Imported,
  ImportOptions,
  ImportReport,
  InviteOptions,
  InvitePreview,
  NewSession,
  RunRequest,
  SessionInfo,
} from './api.ts'
export { joinSession } from './session.ts'
export type { JoinOptions, PeerPresence, RunStarted, Session, SessionStatus, Store, TreeSnapshot } from './types.ts'
