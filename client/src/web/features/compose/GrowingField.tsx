// A field for several lines that is as high as its text, up to a limit, after which it scrolls.
import type { ComponentProps } from 'react'
import { classNames } from '../../ui/class-names.ts'

const TEXT = 'px-3.5 pt-1.5 pb-1 text-prose break-words whitespace-pre-wrap'

export function GrowingField({
  value,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value'> & { readonly value: string }) {
  return (
    <div className="relative max-h-[40vh] min-h-[52px] overflow-hidden">
      {/* The same text, unseen: it gives the height, without measuring. */}
      <div aria-hidden className={classNames(TEXT, 'invisible')}>
        {value}
        {'\u200b'}
      </div>
      <textarea
        {...rest}
        value={value}
        rows={1}
        className={classNames(
          TEXT,
          'absolute inset-0 size-full resize-none overflow-y-auto bg-transparent outline-none',
        )}
      />
    </div>
  )
}
