// The keys that do something here, in a dialog.
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { KEYS } from './keys.ts'

interface KeyboardMapProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function KeyboardMap({ open, onOpenChange }: KeyboardMapProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys" intro="Single letters work while you are in no field.">
      {KEYS.map((group) => (
        <section key={group.where} className="not-first:mt-5">
          <h3 className="mb-1.5 text-caps font-semibold tracking-wider text-ink-3 uppercase">{group.where}</h3>
          <dl>
            {group.keys.map(({ keys, does }) => (
              <div key={does} className="flex items-center gap-3 py-1">
                <dt className="order-2 flex gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd className="flex-1 text-ink-2">{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
