import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

const Summary = lazyComponent(async () => (await import('./summary.tsx')).Summary)

/** Opens a job's visit sheet, which is loaded after the page. */
export function SummaryButton({ job }: { job: Job }) {
  const [opened, setOpened] = useState(false)
  useEffect(Summary.preload, [])
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Summary
      </Button>
      <Summary job={job} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
