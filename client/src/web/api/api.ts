// The server that served this page, as typed functions.
import { createApi } from '../../sdk/api.ts'

export const api = createApi({ url: window.location.origin })
