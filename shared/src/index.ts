// What the rest of Coppice imports. Pure: no I/O, clock or framework (formats are under `@coppice/shared/formats`).
export * from './access/participant.ts'
export * from './access/roles.ts'
export * from './admission/admit-entries.ts'
export * from './admission/admit-update.ts'
export * from './admission/encode.ts'
export { AdmissionLedger, entryWireBytes } from './admission/ledger.ts'
export type {
  AdmissionContext,
  AdmissionLimits,
  Admitted,
  AdmittedEntry,
  Incomplete,
  Refusal,
  Who,
} from './admission/outcome.ts'
export type { AdmissionMode } from './admission/policy.ts'
export * from './desk/desk.ts'
export * from './entry/content.ts'
export * from './entry/base.ts'
export * from './entry/custom.ts'
export * from './entry/entry.ts'
export * from './entry/ids.ts'
export * from './entry/limits.ts'
export * from './entry/message.ts'
export * from './errors.ts'
export * from './presence/awareness-frame.ts'
export * from './presence/presence.ts'
export * from './projection/context.ts'
export * from './projection/context-message.ts'
export * from './projection/projected-context.ts'
export * from './projection/to-model.ts'
export { messageTokens, textTokens } from './projection/tokens.ts'
export * from './protocol/hello.ts'
export * from './protocol/json-frame.ts'
export * from './protocol/message-type.ts'
export * from './protocol/notice.ts'
export * from './protocol/rejected.ts'
export * from './protocol/saved.ts'
export * from './protocol/split-update.ts'
export * from './protocol/sync-frame.ts'
export * from './tree/branches.ts'
export * from './tree/entry-text.ts'
export * from './tree/order.ts'
export * from './tree/record.ts'
export * from './tree/stamp.ts'
export * from './tree/tree-index.ts'
export type { DetachedReason } from './tree/tree-node.ts'
