// The mark of an entry that is only here: on this device, or in this page.
import { CircleDashed } from 'lucide-react'
import { useKeeping } from '../../../react/index.ts'
import { hereWords } from '../saving/saved-words.ts'

const HINT =
  'It is sent by itself when the connection is back; the answer comes then, or, after ten minutes, when you ask for it.'

export function OnlyHere() {
  const where = hereWords(useKeeping())
  return (
    <span className="unsaved" title={`Only ${where}. ${HINT}`}>
      <CircleDashed size={12} aria-hidden />
      <span className="max-tablet:only-spoken">only here</span>
    </span>
  )
}
