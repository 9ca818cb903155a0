import { Switch } from '@mantine/core'
import type { RecurringItem } from '#core/wire/jobs/recurring.ts'
import { useSavingRecurring } from '#web/features/recurring/use-saving-recurring.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** Pauses the work or turns it on again, with Undo. */
export function OnSwitch({ one, mayEdit }: { one: RecurringItem; mayEdit: boolean }) {
  const { busy, save } = useSavingRecurring()
  const { recurringId, title } = one
  const turn = async (isOn: boolean) => {
    const fault = await save({ type: isOn ? 'ResumeRecurringWork' : 'PauseRecurringWork', data: { recurringId } })
    if (fault) toast.failure(fault.error)
    else toast.undoable(isOn ? `${title} is on again.` : `${title} is paused.`, () => void turn(!isOn))
  }
  return (
    <Switch
      size="md"
      aria-label={`${title} is on`}
      checked={one.state === 'on'}
      disabled={busy || !mayEdit}
      onChange={({ currentTarget }) => void turn(currentTarget.checked)}
    />
  )
}
