// React bindings of the Coppice SDK: a provider, and one hook per live fact.
export { SessionProvider } from './SessionProvider.tsx'
export {
  useContextOf,
  useGeneration,
  useHello,
  useHomecoming,
  useIsUnsaved,
  useKeeping,
  useLateTexts,
  useLeaf,
  usePeople,
  usePresence,
  usePrompts,
  useQuarantine,
  useReplies,
  useSession,
  useStatus,
  useTree,
  useUnsaved,
  useUnsavedEntries,
  useWaitingRuns,
} from './use-session.ts'
export { useStore } from './use-store.ts'
