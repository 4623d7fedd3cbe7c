import { readerContract } from '../testing/reader-contract.ts'
import { sillytavernReader } from './read-sillytavern.ts'
import { CHAT, PLACES } from './sample.ts'

readerContract(sillytavernReader, [
  { name: 'a chat', text: `${CHAT}\n` },
  { name: 'no header', text: PLACES.map((one) => JSON.stringify(one)).join('\n') },
])
