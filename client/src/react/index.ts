// React bindings of the Coppice SDK: a provider, and one hook per live fact.
export { SessionProvider } from './SessionProvider.tsx'
export {
  useContextOf,
  useHello,
  useIsUnsaved,
  useLeaf,
  usePeople,
  usePresence,
  useReplies,
  useSession,
  useStatus,
  useTree,
  useUnsaved,
} from './use-session.ts'
export { useStore } from './use-store.ts'
