// Why an entry of the path is not given to the model, in words.
import type { LeftOutReason } from '@coppice/shared'

const REASONS: Readonly<Record<LeftOutReason, string>> = {
  fact: 'kept beside the talk, never sent',
  setting: 'a setting, not a message',
  compacted: 'the summary stands for it',
  excluded: 'kept from the model by whoever ran it',
  edited_out: 'left out by an edit on this branch',
  failed_reply: 'an answer that failed or was stopped',
  orphan_result: 'a tool result without its call',
  empty: 'empty',
  unknown_role: 'of a kind that is not known here',
}

export function reasonWords(reason: LeftOutReason): string {
  return REASONS[reason]
}
