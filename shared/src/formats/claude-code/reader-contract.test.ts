import { readerContract } from '../testing/reader-contract.ts'
import { claudeCodeReader } from './read-claude-code.ts'
import { BRANCHED, COMPACTED, WITH_SUBAGENT } from './sample.ts'

readerContract(claudeCodeReader, [
  { name: 'calls side by side and a fork', text: BRANCHED },
  { name: 'a subagent', text: WITH_SUBAGENT },
  { name: 'a compaction', text: COMPACTED },
])
