import { readerContract } from '../testing/reader-contract.ts'
import { codexReader } from './read-codex.ts'
import { COMPACTED, OLD, SPREAD, TALK } from './sample.ts'

readerContract(codexReader, [
  { name: 'a talk with calls', text: TALK },
  { name: 'compactions', text: COMPACTED },
  { name: 'an old file', text: OLD },
  { name: 'records over many lines', text: SPREAD },
])
