import { readerContract } from '../testing/reader-contract.ts'
import { librechatReader } from './read-librechat.ts'
import { FLAT, NESTED, WITH_TOOLS } from './sample.ts'

readerContract(librechatReader, [
  { name: 'a flat list', text: JSON.stringify(FLAT, null, 2) },
  { name: 'messages inside of one another', text: JSON.stringify(NESTED) },
  { name: 'calls and answers', text: JSON.stringify(WITH_TOOLS) },
  { name: 'a list of two', text: JSON.stringify([FLAT, NESTED]) },
])
