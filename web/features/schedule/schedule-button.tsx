import { Button } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

const ScheduleDialog = lazyComponent(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)

/** Opens a job's schedule. The dialog is loaded after the page, before it is needed. */
export function ScheduleButton({ job }: { job: Job }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button leftSection={<IconCalendarEvent size={16} stroke={1.75} aria-hidden />} onClick={() => setOpened(true)}>
        {job.jobBookingId ? 'Edit Schedule' : 'Schedule'}
      </Button>
      <ScheduleDialog job={job} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
