import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './evidence-button.module.css'

const EvidenceDialog = lazyComponent(async () => (await import('./evidence-dialog.tsx')).EvidenceDialog)

type Props = { jobId: string }

/** Chooses what an evidence pack includes, and downloads it. */
export function EvidenceButton(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.button} onClick={() => setOpen(true)}>
        <IconDownload size={16} stroke={1.75} aria-hidden />
        Evidence pack
      </button>
      {open && <EvidenceDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
