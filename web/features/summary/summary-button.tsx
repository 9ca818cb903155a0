import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { memo, useEffect, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

const Summary = lazyComponent(async () => (await import('./summary.tsx')).Summary)

/** While it is closed, changes of the job do not render it. */
const Sheet = memo(Summary, (before, now) => !before.opened && !now.opened)

const Opener = memo(function Opener({ onOpen }: { onOpen: (opened: true) => void }) {
  return (
    <Button
      variant="default"
      leftSection={<IconFileText size={16} stroke={1.75} aria-hidden />}
      onClick={() => onOpen(true)}
    >
      Summary
    </Button>
  )
})

/** Opens a job's visit sheet, which is loaded after the page. */
export function SummaryButton({ job }: { job: Job }) {
  const [opened, setOpened] = useState(false)
  useEffect(Summary.preload, [])
  return (
    <>
      <Opener onOpen={setOpened} />
      <Sheet job={job} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
