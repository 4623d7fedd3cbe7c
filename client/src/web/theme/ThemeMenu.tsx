// The switch between light, dark and the system's theme.
import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuChoice } from '../ui/Menu.tsx'
import { chooseTheme, onThemeChosen, readTheme } from './theme.ts'

const OPTIONS = [
  { value: 'light', label: 'Light', icon: <Sun size={15} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={15} aria-hidden /> },
  { value: 'system', label: 'As the system', icon: <Monitor size={15} aria-hidden /> },
] as const

export function ThemeMenu({ className }: { readonly className?: string }) {
  const theme = useSyncExternalStore(onThemeChosen, readTheme)
  return (
    <Menu
      trigger={
        <IconButton
          label="Theme"
          icon={OPTIONS.find((option) => option.value === theme)?.icon}
          {...(className === undefined ? {} : { className })}
        />
      }
    >
      <MenuChoice value={theme} options={OPTIONS} onChoose={chooseTheme} />
    </Menu>
  )
}
