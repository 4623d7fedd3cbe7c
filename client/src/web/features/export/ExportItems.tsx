// The files a session can be taken along as, for a menu.
import { Braces, FileJson, FileText, PanelsTopLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExportFormat } from '../../../sdk/index.ts'
import { useSession } from '../../../react/index.ts'
import { MenuItem } from '../../ui/Menu.tsx'
import { saveExport } from './save-export.ts'

interface Offer {
  readonly format: ExportFormat
  readonly name: string
  readonly hint: string
  readonly icon: ReactNode
  /** Made for where one stands. */
  readonly atLeaf: boolean
}

const OFFERS: readonly Offer[] = [
  {
    format: 'pi',
    name: 'Pi session (.jsonl)',
    hint: 'The whole tree, as a file that Pi opens',
    icon: <FileJson size={15} aria-hidden />,
    atLeaf: false,
  },
  {
    format: 'html',
    name: 'Page (.html)',
    hint: 'The whole tree, to read and print without Coppice',
    icon: <PanelsTopLeft size={15} aria-hidden />,
    atLeaf: true,
  },
  {
    format: 'json',
    name: 'Coppice file (.json)',
    hint: 'Everything, to import again without loss',
    icon: <Braces size={15} aria-hidden />,
    atLeaf: true,
  },
  {
    format: 'markdown',
    name: 'My branch as Markdown',
    hint: 'The path to where you stand, to read',
    icon: <FileText size={15} aria-hidden />,
    atLeaf: true,
  },
]

export function ExportItems({ title }: { readonly title: string }) {
  const session = useSession()
  return OFFERS.map(({ format, name, hint, icon, atLeaf }) => (
    <MenuItem
      key={format}
      icon={icon}
      hint={hint}
      onSelect={() =>
        void saveExport({ session: session.id, title, format, ...(atLeaf ? { leafId: session.leaf.get() } : {}) })
      }
    >
      {name}
    </MenuItem>
  ))
}
