// Makes an invite link and says plainly what it gives.
import { mayDo, type Role } from '@coppice/shared'
import { Check, Copy, Link } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SessionId } from '@coppice/shared'
import { useStatus } from '../../../react/index.ts'
import { api } from '../../api/api.ts'
import { hrefOf } from '../../router/route.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { errorWords } from '../../words/error-words.ts'
import { isOnlyThisMachine } from './link-reach.ts'

interface ShareDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly session: SessionId
  readonly role: Role | undefined
}

export function ShareDialog({ open, onOpenChange, session, role }: ShareDialogProps) {
  const may = role !== undefined && mayDo(role, 'invite')
  const isOffline = useStatus().state === 'offline'
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Share this session" width="md">
      {isOffline ? (
        <p className="text-ink-2">
          An invite link is made by the server, which cannot be reached. Share the session when you are back online.
        </p>
      ) : may ? (
        <InviteLink session={session} />
      ) : (
        <p className="text-ink-2">Your own invite does not let you invite others. Ask the session’s owner to do it.</p>
      )}
    </Dialog>
  )
}

function InviteLink({ session }: { readonly session: SessionId }) {
  const [link, setLink] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function make(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      const { code } = await api.createInvite(session, { role: 'prompt' })
      setLink(window.location.origin + hrefOf({ page: 'join', code }))
    } catch (error) {
      setProblem(errorWords(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p className="text-ink-2">Whoever opens the link types a name and is in, without an account. They can</p>
      <ul className="mt-2 list-disc pl-5 text-ink-2 marker:text-ink-3">
        <li>read everything in this session, all branches included</li>
        <li>write prompts, fork, and let the agent answer</li>
        <li>see who is here and where everyone stands</li>
      </ul>
      <p className="mt-2 text-ink-2">They cannot invite others or change what is there.</p>
      <div className="mt-5">
        {link === undefined ? (
          <Button
            look="primary"
            autoFocus
            busy={busy}
            icon={<Link size={15} aria-hidden />}
            onClick={() => void make()}
          >
            Make an invite link
          </Button>
        ) : (
          <CopyField link={link} />
        )}
      </div>
      {problem !== undefined && (
        <p role="alert" className="mt-3 text-bad">
          {problem}
        </p>
      )}
    </>
  )
}

function CopyField({ link }: { readonly link: string }) {
  const [copied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function copy(): Promise<void> {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch (error) {
      // The clipboard needs HTTPS or localhost; the link stays selected for Ctrl/⌘ C.
      console.info('The link could not be copied by the page.', error)
      setCopied(false)
    }
  }

  return (
    <>
      <div className="flex gap-2">
        <input
          ref={field}
          readOnly
          value={link}
          aria-label="Invite link"
          onFocus={(event) => event.target.select()}
          className="h-[30px] min-w-0 flex-1 rounded-md border border-edge bg-surface px-2.5 font-mono text-xs"
        />
        <Button
          look="primary"
          autoFocus
          icon={copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy link'}
        </Button>
      </div>
      <p className="mt-2 text-xs text-ink-3">It is shown this once and does not expire. Send it to whom you trust.</p>
      {isOnlyThisMachine(window.location.hostname) && (
        <p className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          This address reaches Coppice from this computer only. For guests on other computers, start it with{' '}
          <span className="font-mono text-xs">COPPICE_HOST=0.0.0.0</span>, open the page under an address they can
          reach, and make the link there.
        </p>
      )}
    </>
  )
}
