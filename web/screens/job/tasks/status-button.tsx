import { type ReactNode, useState } from 'react'
import type { TaskStatus } from '#core/job/values.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useLongPress } from './use-long-press.ts'

export const StatusMenu = lazyComponent(async () => (await import('./status-menu.tsx')).StatusMenu)

type Props = {
  /** The task's description. */
  name: string
  status: TaskStatus
  className: string | undefined
  onCycle: () => void
  onChoose: (status: TaskStatus) => void
  children: ReactNode
}

/** A task's mark: a click sets the next status; a long press, a right click or the menu key opens all to choose from. */
export function StatusButton({ name, status, className, onCycle, onChoose, children }: Props) {
  const [pressed, setPressed] = useState<Element>()
  const press = useLongPress(setPressed)
  return (
    <>
      <button type="button" className={className} data-mark onClick={onCycle} {...press}>
        {children}
      </button>
      {pressed && <StatusMenu {...{ name, status, onChoose }} below={pressed} onClose={() => setPressed(undefined)} />}
    </>
  )
}
