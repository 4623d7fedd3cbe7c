// Short messages that pass: what went wrong or was done, in the corner, above everything else.
import { Toaster as Sonner } from 'sonner'

export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      gap={8}
      offset={16}
      mobileOffset={{ bottom: 64, left: 12, right: 12 }}
      toastOptions={{
        unstyled: true,
        closeButton: true,
        duration: 7000,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-lg border border-line-strong bg-raised py-2.5 pr-8 pl-3.5 text-base text-ink shadow-over',
          title: 'font-medium',
          description: 'mt-0.5 text-sm text-ink-2',
          icon: 'mt-0.5 shrink-0',
          error: '[&_[data-icon]]:text-bad',
          success: '[&_[data-icon]]:text-accent',
          warning: '[&_[data-icon]]:text-warn',
          actionButton:
            'ml-auto h-6 shrink-0 cursor-pointer rounded-md border border-line-strong px-2 text-xs font-medium hover:bg-hover',
          closeButton:
            'absolute top-2 right-2 grid size-6 cursor-pointer place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink',
        },
      }}
    />
  )
}
