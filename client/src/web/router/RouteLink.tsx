// A link to a page of the app. With a modifier key or the middle button it behaves like any link.
import type { ComponentProps, MouseEvent } from 'react'
import { hrefOf, type Route } from './route.ts'
import { navigate } from './use-route.ts'

export function RouteLink({ to, onClick, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { readonly to: Route }) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !plain) return
    event.preventDefault()
    navigate(to)
  }
  return <a {...rest} href={hrefOf(to)} onClick={follow} />
}
