import { readerContract } from '../testing/reader-contract.ts'
import { piV4Reader } from './read-pi-v4.ts'
import { BRANCHED, LANES, REGISTERS } from './sample.ts'

readerContract(piV4Reader, [
  { name: 'branches', text: BRANCHED },
  { name: 'lanes', text: LANES },
  { name: 'registers', text: REGISTERS },
])
