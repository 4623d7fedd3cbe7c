// The files a session can be taken along as, for a menu.
import { Braces, FileJson, FileText, GitBranch, PanelsTopLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../../react/index.ts'
import { MenuItem } from '../../ui/Menu.tsx'
import { OFFERS, type Offer } from './offers.ts'
import { saveExport } from './save-export.ts'

export function ExportItems({ title }: { readonly title: string }) {
  const session = useSession()
  return OFFERS.map((offer) => (
    <MenuItem
      key={offer.name}
      icon={iconOf(offer)}
      hint={offer.hint}
      onSelect={() => void saveExport({ session: session.id, title, offer, standing: session.leaf.get() })}
    >
      {offer.name}
    </MenuItem>
  ))
}

function iconOf({ format, branch }: Offer): ReactNode {
  switch (format) {
    case 'pi':
      return branch === true ? <GitBranch size={15} aria-hidden /> : <FileJson size={15} aria-hidden />
    case 'html':
      return <PanelsTopLeft size={15} aria-hidden />
    case 'json':
      return <Braces size={15} aria-hidden />
    case 'markdown':
      return <FileText size={15} aria-hidden />
    default:
      return format satisfies never
  }
}
