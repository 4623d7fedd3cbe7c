// A process for tests to kill: goes on writing to a file store from where the last one stopped, and says each number
// once that is flushed. Run with the file's path.
import * as Y from 'yjs'
import { fileStore } from '../file-store.ts'

const path = process.argv[2]
if (path === undefined) throw new Error('give the path of the file')
const store = fileStore(path)
const doc = new Y.Doc()
const kept = await store.openDoc('doc', doc, (error) => {
  throw error
})
const map = doc.getMap('m')
for (let number = map.size; ; number++) {
  map.set(`k${number}`, 'x'.repeat((number * 997) % 20_000))
  await kept.flush()
  await store.facts.set('last', number)
  process.stdout.write(`${number}\n`)
}
