// The switch between light, dark and the system's theme.
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { ThemeChoice, ThemeIcon } from './ThemeChoice.tsx'

export function ThemeMenu({ className }: { readonly className?: string }) {
  return (
    <Menu
      trigger={<IconButton label="Theme" icon={<ThemeIcon />} {...(className === undefined ? {} : { className })} />}
    >
      <ThemeChoice />
    </Menu>
  )
}
