// The worker in which code gets its colours: takes a text and its language, gives its runs.
import { codeRunsOf } from './code-runs.ts'
import type { ColourQuestion } from './code-colours.ts'

addEventListener('message', ({ data }: MessageEvent<ColourQuestion>) => {
  postMessage(codeRunsOf(data.text, data.language))
})
