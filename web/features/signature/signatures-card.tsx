import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { SignatureList } from './signature-list.tsx'
import styles from './signatures-card.module.css'

const SignatureDialog = lazyComponent(async () => (await import('./signature-dialog.tsx')).SignatureDialog)

/** A job's signatures, and the button to take one. */
export const SignaturesCard = besidesTasks(function SignaturesCard({ job }: { job: JobBesidesTasks }) {
  const [open, setOpen] = useState(false)
  const mayWork = useMay('work')
  useEffect(SignatureDialog.preload, [])
  return (
    <Card title="Signatures" detail={String(job.signatures?.length || '')}>
      <SignatureList job={job} />
      {mayWork && (
        <Button
          variant="default"
          fullWidth
          className={styles.take}
          leftSection={<IconSignature size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Take a signature
        </Button>
      )}
      {open && <SignatureDialog jobId={job.jobId} onClose={() => setOpen(false)} />}
    </Card>
  )
})
