// The three themes to choose from, inside a menu.
import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { MenuChoice } from '../ui/Menu.tsx'
import { chooseTheme, onThemeChosen, readTheme } from './theme.ts'

const THEMES = [
  { value: 'light', label: 'Light', icon: <Sun size={15} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={15} aria-hidden /> },
  { value: 'system', label: 'As the system', icon: <Monitor size={15} aria-hidden /> },
] as const

export function ThemeChoice() {
  const theme = useSyncExternalStore(onThemeChosen, readTheme)
  return <MenuChoice value={theme} options={THEMES} onChoose={chooseTheme} />
}

/** The sign of the chosen theme. */
export function ThemeIcon() {
  const theme = useSyncExternalStore(onThemeChosen, readTheme)
  return THEMES.find((option) => option.value === theme)?.icon
}
