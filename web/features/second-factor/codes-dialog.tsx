import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '#web/client/download.ts'
import { ConfirmDialog, Dialog } from '#web/ui/dialogs/dialog.tsx'
import styles from './second-factor.module.css'

/** Shows new recovery codes, this once. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { copied, copy, error } = useClipboard({ timeout: 2_000 })
  const [saved, setSaved] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const text = `Recovery codes for Fettle. Each works once.\n\n${codes.join('\n')}\n`
  const Icon = copied ? IconCheck : IconCopy
  return (
    <>
      <Dialog
        opened
        onClose={() => (saved ? onClose() : setLeaving(true))}
        size={460}
        title="Your new recovery codes"
        footer={
          <Button fullWidth disabled={!saved} onClick={onClose}>
            Done
          </Button>
        }
      >
        <p>
          Save them where you can reach them without your phone. Each works once, and older ones have stopped working.
          You won’t see them again.
        </p>
        <ul className={styles.codes} data-codes aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.save}>
          <Button
            variant="default"
            leftSection={<Icon size={16} aria-hidden />}
            data-autofocus
            onClick={() => copy(text)}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              saveFile({ name: 'fettle-recovery-codes.txt', content: new Blob([text], { type: 'text/plain' }) })
            }
          >
            Download
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
            Print
          </Button>
        </div>
        {error && <p role="alert">This browser doesn’t allow copying. Download the codes, or write them down.</p>}
        <label className={styles.saved}>
          <input type="checkbox" checked={saved} onChange={(event) => setSaved(event.currentTarget.checked)} />I have
          saved these codes
        </label>
      </Dialog>
      <ConfirmDialog
        opened={leaving}
        title="Close without saving the codes?"
        confirm="Close"
        cancel="Keep them open"
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        You won’t see these codes again. You can make new ones in your profile, under Security.
      </ConfirmDialog>
    </>
  )
}
