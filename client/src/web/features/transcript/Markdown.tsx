// A text in Markdown. What renders it comes as a chunk of its own; until it is there the text is shown as it is.
import { mathAsCode } from '@coppice/shared'
import { lazy, memo, Suspense } from 'react'
import { withVisibleControls } from '../tree/visible-controls.ts'

// Asked for as soon as a transcript is, so that it is mostly there in time.
const chunk = import('./MarkdownBody.tsx')
const MarkdownBody = lazy(() => chunk.then((module) => ({ default: module.MarkdownBody })))

interface MarkdownProps {
  readonly text: string
  readonly streaming?: boolean
}

/** Memoised by its text: what did not change is not parsed again. */
export const Markdown = memo(function Markdown({ text, streaming = false }: MarkdownProps) {
  const shown = mathAsCode(withVisibleControls(text))
  return (
    <Suspense fallback={<p className="md-plain">{shown}</p>}>
      <MarkdownBody text={shown} streaming={streaming} />
    </Suspense>
  )
})
