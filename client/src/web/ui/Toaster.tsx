// Short messages that pass: what went wrong or was done. Over the foot of the tree, where they cover nothing that is
// being written; at the top of a small screen.
import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'
import { useMedia } from './use-media.ts'

export function Toaster() {
  const isPhone = useMedia('(max-width: 719.98px)')
  return (
    <Sonner
      position={isPhone ? 'top-center' : 'bottom-left'}
      gap={8}
      offset={12}
      mobileOffset={{ top: 56, left: 12, right: 12 }}
      style={{ '--width': '308px', fontFamily: 'inherit' } as CSSProperties}
      toastOptions={{
        unstyled: true,
        closeButton: true,
        duration: 7000,
        classNames: {
          toast:
            'flex w-full flex-wrap items-start gap-x-2.5 gap-y-2 rounded-lg border border-line-strong bg-raised py-3 pr-8 pl-3.5 font-sans text-base text-ink shadow-over',
          content: 'min-w-0 flex-1 basis-52',
          title: 'font-medium',
          description: 'mt-0.5 text-sm text-ink-2',
          icon: 'mt-0.5 shrink-0',
          error: '[&_[data-icon]]:text-bad',
          success: '[&_[data-icon]]:text-accent',
          warning: '[&_[data-icon]]:text-warn',
          actionButton:
            'ml-[26px] h-6 shrink-0 cursor-pointer rounded-md border border-line-strong px-2 text-xs font-medium hover:bg-hover',
          closeButton:
            'absolute top-2 right-2 grid size-6 cursor-pointer place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink',
        },
      }}
    />
  )
}
