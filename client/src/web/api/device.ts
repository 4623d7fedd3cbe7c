// What this browser keeps for the app: one store for the whole page.
import { indexedDbStore } from '../../sdk/offline/indexeddb-store.ts'

export const device = indexedDbStore()
