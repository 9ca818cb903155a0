import { IconDotsVertical, IconShare2 } from '@tabler/icons-react'
import { isApple } from '#web/client/is-apple.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import styles from './install-steps.module.css'

/** How to install Fettle where the browser has no dialog for it. */
export const InstallSteps = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Dialog opened={opened} onClose={onClose} title="Install Fettle" size={440}>
    <ol className={styles.steps}>
      {isApple(navigator) ? (
        <>
          <li>
            Tap <IconShare2 size={18} stroke={1.75} aria-hidden /> <b>Share</b> in the browser’s bar.
          </li>
          <li>
            Choose <b>Add to Home Screen</b>, then <b>Add</b>.
          </li>
        </>
      ) : (
        <>
          <li>
            Open the browser’s menu <IconDotsVertical size={18} stroke={1.75} aria-hidden />.
          </li>
          <li>
            Choose <b>Install app</b> or <b>Add to Home screen</b>.
          </li>
        </>
      )}
      <li>Open Fettle from the home screen, and sign in again.</li>
    </ol>
    <p className={styles.note}>Send your unsent changes before you install.</p>
  </Dialog>
)
