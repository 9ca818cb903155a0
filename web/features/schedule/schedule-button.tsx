import { Button } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

const ScheduleDialog = lazyComponent(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)

/** While it is closed, changes of the job do not render it. */
const Dialog = memo(ScheduleDialog, (before, now) => !before.opened && !now.opened)

type OpenerProps = { booked: boolean; onOpen: (opened: true) => void }

const Opener = memo(function Opener({ booked, onOpen }: OpenerProps) {
  return (
    <Button leftSection={<IconCalendarEvent size={16} stroke={1.75} aria-hidden />} onClick={() => onOpen(true)}>
      {booked ? 'Edit Schedule' : 'Schedule'}
    </Button>
  )
})

/** Opens a job's schedule. The dialog is loaded after the page, before it is needed. */
export function ScheduleButton({ job }: { job: Job }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Opener booked={job.jobBookingId !== undefined} onOpen={setOpened} />
      <Dialog job={job} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
