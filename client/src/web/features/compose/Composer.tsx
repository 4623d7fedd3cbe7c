// The foot of the conversation: where one writes, or why one may not.
import { mayDo } from '@coppice/shared'
import { useHello } from '../../../react/index.ts'
import type { ComposerProps } from './PrivateComposer.tsx'
import { PrivateOrShared } from './PrivateOrShared.tsx'

export function Composer(props: ComposerProps) {
  const role = useHello()?.role
  if (role !== undefined && !mayDo(role, 'append'))
    return (
      <p className="border-t border-line px-6 py-4 text-center text-ink-2">
        You can read here, and watch. To write, ask the session’s owner for a link that lets you.
      </p>
    )
  return <PrivateOrShared {...props} />
}
