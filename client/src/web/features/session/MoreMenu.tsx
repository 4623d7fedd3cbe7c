// What else can be done with a session: take it along as a file, change the theme, see the keys.
import { Ellipsis, FileJson, FileText, Keyboard } from 'lucide-react'
import { useSession } from '../../../react/index.ts'
import { ThemeChoice } from '../../theme/ThemeChoice.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { saveExport } from '../export/save-export.ts'

interface MoreMenuProps {
  readonly title: string
  readonly withKeys: boolean
  readonly onShowKeys: () => void
}

export function MoreMenu({ title, withKeys, onShowKeys }: MoreMenuProps) {
  const session = useSession()
  return (
    <Menu
      className="w-72"
      trigger={<IconButton label="More" icon={<Ellipsis size={17} aria-hidden />} className="-mr-1" />}
    >
      <MenuHeading>Export</MenuHeading>
      <MenuItem
        icon={<FileJson size={15} aria-hidden />}
        hint="The whole tree, as a file that Pi opens"
        onSelect={() => void saveExport({ session: session.id, title, format: 'pi' })}
      >
        Pi session (.jsonl)
      </MenuItem>
      <MenuItem
        icon={<FileText size={15} aria-hidden />}
        hint="The path to where you stand, to read"
        onSelect={() => void saveExport({ session: session.id, title, format: 'markdown', leafId: session.leaf.get() })}
      >
        My branch as Markdown
      </MenuItem>
      <MenuLine />
      <MenuHeading>Theme</MenuHeading>
      <ThemeChoice />
      {withKeys && (
        <>
          <MenuLine />
          <MenuItem icon={<Keyboard size={15} aria-hidden />} onSelect={onShowKeys}>
            Keys
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
