import { IconDownload } from '@tabler/icons-react'
import { type ComponentProps, Suspense, useState } from 'react'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.ts'
import styles from './evidence-button.module.css'

const loadDialog = () => import('./evidence-dialog.tsx')
const DialogLater = lazyComponent(async () => (await loadDialog()).EvidenceDialog)

type Props = { jobId: string; history: JobHistoryAnswer }

/** Asks what an evidence pack is to hold, and downloads it. */
export function EvidenceButton(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.button} onClick={() => setOpen(true)}>
        <IconDownload size={16} stroke={1.75} aria-hidden />
        Evidence pack
      </button>
      {open && <Opened {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const Opened = (props: ComponentProps<typeof DialogLater>) => (
  <Suspense fallback={null}>
    <DialogLater {...props} />
  </Suspense>
)
