// Which of the three layouts fits the window: as in the styles' breakpoints.
import { useMedia } from '../../ui/use-media.ts'

export type Layout = 'phone' | 'tablet' | 'desk'

export function useLayout(): Layout {
  const phone = useMedia('(max-width: 719.98px)')
  const desk = useMedia('(min-width: 1181px)')
  return phone ? 'phone' : desk ? 'desk' : 'tablet'
}
