// What somebody sees who is not signed in: where the link is that signs them in.
import { Mail, SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { cardsOnDevice } from '../../api/on-device.ts'
import { useResource } from '../../api/use-resource.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { PlainPage } from '../../ui/PlainPage.tsx'
import { counted } from '../../words/number-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { rememberedMe } from './remembered-me.ts'

export function SignInPage() {
  return (
    <PlainPage>
      <h1 className="text-xl font-semibold tracking-tight">You are not signed in</h1>
      <p className="mt-2 text-prose text-ink-2">
        There is no password here. A link signs you in, and this browser remembers it.
      </p>
      <KeptHere />
      <ul className="mt-8 divide-y divide-line border-y border-line">
        <Way icon={<SquareTerminal size={18} aria-hidden />} title="If you started Coppice">
          Open the sign-in link that <Kbd>npm start</Kbd> printed in the terminal. It ends in{' '}
          <span className="font-mono text-xs">/signin?token=…</span>
        </Way>
        <Way icon={<Mail size={18} aria-hidden />} title="If somebody invited you">
          Open the invite link they sent. It asks for a name, and you are in.
        </Way>
      </ul>
    </PlainPage>
  )
}

/** Being signed out loses nothing: what was written and not sent waits on this device. */
function KeptHere() {
  const { resource } = useResource(countUnsaved)
  const me = rememberedMe.lastOne()
  if (me === undefined || resource.state !== 'ready' || resource.value === 0) return null
  return (
    <p className="num mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-base text-ink">
      {counted(resource.value, 'entry', 'entries')} that {withVisibleControls(me.name)} wrote here{' '}
      {resource.value === 1 ? 'is' : 'are'} only on this device. {resource.value === 1 ? 'It stays' : 'They stay'}, and
      can be sent when {withVisibleControls(me.name)} is signed in again.
    </p>
  )
}

async function countUnsaved(): Promise<number> {
  const me = rememberedMe.lastOne()
  if (me === undefined) return 0
  const cards = await cardsOnDevice(me.id)
  return cards.reduce((sum, card) => sum + card.unsaved, 0)
}

function Way({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <li className="flex gap-4 py-5">
      <span className="mt-0.5 text-accent">{icon}</span>
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-ink-2">{children}</p>
      </div>
    </li>
  )
}
