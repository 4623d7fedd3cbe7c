import { readerContract } from '../testing/reader-contract.ts'
import { loomReader } from './read-loom.ts'
import { HOISTED, STORY } from './sample.ts'

readerContract(loomReader, [
  { name: 'a story', text: JSON.stringify(STORY, null, 2) },
  { name: 'a hoisted root', text: JSON.stringify(HOISTED) },
])
