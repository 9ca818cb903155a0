import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Lane } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { Tray } from '#web/screens/calendar/tray/tray.tsx'
import { useTray } from '#web/screens/calendar/tray/use-tray.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { numberText } from '#web/ui/number-format.ts'
import styles from './people-phone.module.css'

const ScheduleOnScreen = lazyComponent(
  async () => (await import('#web/screens/calendar/lanes/schedule-in-slot.tsx')).ScheduleOnScreen,
)

/** Who is shown, and on which day. */
type Props = { lanes: readonly Lane<BookedVisit>[]; day: string; zone: string; today: string }

/** How many jobs need a visit, above the bar of screens, and their list in a sheet with a button to book each where the screen shows. */
export function PhoneTray({ lanes, day, zone, today }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [booking, setBooking] = useState<string>()
  const { total, isRead } = useTray('urgent', '', 1)
  const count = isRead ? numberText(total) : ''
  return (
    <>
      <div className={styles.foot}>
        <Button variant="light" size="md" fullWidth aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Needs a visit <span className={styles.count}>{count}</span>
        </Button>
      </div>
      <Dialog opened={isOpen} title={`Needs a visit ${count}`} onClose={() => setOpen(false)}>
        <Tray today={today} inSheet onBook={setBooking} onTouch={() => ScheduleOnScreen.preload()} />
      </Dialog>
      {booking && (
        <ScheduleOnScreen jobId={booking} {...{ lanes, day, today, zone }} onClose={() => setBooking(undefined)} />
      )}
    </>
  )
}
