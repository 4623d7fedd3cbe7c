// What else can be done with a session: take it along as a file, change the theme, see the keys.
import { Ellipsis, Keyboard } from 'lucide-react'
import { ThemeChoice } from '../../theme/ThemeChoice.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { ExportItems } from '../export/ExportItems.tsx'

interface MoreMenuProps {
  readonly title: string
  readonly withKeys: boolean
  readonly onShowKeys: () => void
}

export function MoreMenu({ title, withKeys, onShowKeys }: MoreMenuProps) {
  return (
    <Menu
      className="w-72"
      trigger={<IconButton label="More" icon={<Ellipsis size={17} aria-hidden />} className="-mr-1" />}
    >
      <MenuHeading>Export</MenuHeading>
      <ExportItems title={title} />
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
