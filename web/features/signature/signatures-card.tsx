import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { SignatureList } from './signature-list.tsx'
import styles from './signatures-card.module.css'

const SignatureDialog = lazyComponent(async () => (await import('./signature-dialog.tsx')).SignatureDialog)

/** A job's signatures, and the button to take one. */
export function SignaturesCard({ job }: { job: Job }) {
  const [open, setOpen] = useState(false)
  useEffect(SignatureDialog.preload, [])
  return (
    <Card title="Signatures" detail={String(job.signatures?.length || '')}>
      <SignatureList job={job} />
      <Button
        variant="default"
        fullWidth
        className={styles.take}
        leftSection={<IconSignature size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Take a signature
      </Button>
      {open && <SignatureDialog job={job} onClose={() => setOpen(false)} />}
    </Card>
  )
}
