// Answers that are known to be being written: without a connection nobody knows, and there are none to stop.
import type { ReplyDraft } from '@coppice/shared'
import { useReplies, useStatus } from '../../../react/index.ts'

const NONE: readonly ReplyDraft[] = []

export function useRunning(): readonly ReplyDraft[] {
  const replies = useReplies()
  return useStatus().state === 'live' ? replies : NONE
}
