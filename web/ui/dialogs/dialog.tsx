import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import styles from './dialog.module.css'
import { useDialogKeys } from './dialog-keys.ts'

/** Escape and the focus are {@link useDialogKeys}'s to see to. */
const ownKeys = { closeOnEscape: false, returnFocus: false } as const

type DialogProps = {
  opened: boolean
  onClose: () => void
  title: string
  size?: number
  /** Buttons; on phones they stay at the foot of the sheet. */
  footer?: ReactNode
  children: ReactNode
}

/** A modal; on phones a full-height sheet. Focus is kept inside and given back. */
export function Dialog({ opened, onClose, title, size = 640, footer, children }: DialogProps) {
  const sheet = useIsPhone()
  useDialogKeys(opened, onClose)
  return (
    <Modal
      {...ownKeys}
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={sheet}
      padding={sheet ? 16 : 24}
      centered={!sheet}
    >
      <div className={sheet ? styles.sheet : undefined}>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </Modal>
  )
}

type OopsProps = { message: string | undefined; onClose: () => void }

/** The 'Oops!' dialog: says what is wrong, and gives the focus back when it closes. Open while there is a message. */
export function OopsDialog({ message, onClose }: OopsProps) {
  useDialogKeys(message !== undefined, onClose)
  return (
    <Modal {...ownKeys} opened={message !== undefined} onClose={onClose} title="Oops!" size={400} centered>
      <p>{message}</p>
      <div className={styles.footer}>
        <Button onClick={onClose} data-autofocus>
          OK
        </Button>
      </div>
    </Modal>
  )
}

type ConfirmProps = {
  opened: boolean
  title: string
  /** What will go, in a sentence. */
  children: ReactNode
  /** The button's words, a verb: 'Delete task'. */
  confirm: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something goes. Cancel has the focus. */
export function ConfirmDialog({ opened, title, children, confirm, onConfirm, onClose }: ConfirmProps) {
  useDialogKeys(opened, onClose)
  return (
    <Modal {...ownKeys} opened={opened} onClose={onClose} title={title} size={440} centered>
      <div className={styles.asked}>{children}</div>
      <div className={styles.footer}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {confirm}
        </Button>
      </div>
    </Modal>
  )
}
