// The mark of an entry that only this device has.
import { CircleDashed } from 'lucide-react'

const HINT =
  'Only on this device. It is sent by itself when the connection is back; the answer comes then, or, after ten minutes, when you ask for it.'

export function OnlyHere() {
  return (
    <span className="unsaved" title={HINT}>
      <CircleDashed size={12} aria-hidden />
      <span className="max-tablet:only-spoken">only here</span>
    </span>
  )
}
