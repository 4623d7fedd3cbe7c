// Checks of data run as they are written: the content policy of the page allows no code made from text.
// Invariant: imported before any schema, because schemas look at this when they are made.
import { z } from 'zod'

z.config({ jitless: true })
