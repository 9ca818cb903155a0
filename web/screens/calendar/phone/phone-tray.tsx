import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Slot } from '#web/screens/calendar/calendar-props.ts'
import { suggestedIn } from '#web/screens/calendar/lanes/suggested-visit.ts'
import { Tray } from '#web/screens/calendar/tray/tray.tsx'
import { useTray } from '#web/screens/calendar/tray/use-tray.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { numberText } from '#web/ui/number-format.ts'
import styles from './people-phone.module.css'

const ScheduleJob = lazyComponent(async () => (await import('#web/features/job-dialogs/schedule-job.tsx')).ScheduleJob)

/** How many jobs need a visit, above the bar of screens, and their list in a sheet with a button to book each in the slot on screen. */
export function PhoneTray({ slot, zone, today }: { slot: Slot; zone: string; today: string }) {
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
        <Tray today={today} inSheet onBook={setBooking} onTouch={() => ScheduleJob.preload()} />
      </Dialog>
      {booking && (
        <ScheduleJob
          jobId={booking}
          {...(slot.day >= today ? { suggested: suggestedIn(slot, zone) } : {})}
          onClose={() => setBooking(undefined)}
        />
      )}
    </>
  )
}
