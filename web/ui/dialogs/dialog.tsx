import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import styles from './dialog.module.css'
import { useDialogKeys } from './dialog-keys.ts'

/** {@link useDialogKeys} handles Escape and the focus instead. */
const ownKeys = { closeOnEscape: false, returnFocus: false } as const

type DialogProps = {
  opened: boolean
  onClose: () => void
  title: string
  size?: number
  /** Buttons; on phones they stay at the bottom of the screen. */
  footer?: ReactNode
  children: ReactNode
}

/** A modal dialog; full screen on phones. Focus stays inside and returns to where it was on closing. */
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
        {footer && <div className={sheet ? styles.footer : `${styles.footer} ${styles.inSight}`}>{footer}</div>}
      </div>
    </Modal>
  )
}

type OopsProps = { message: string | undefined; onClose: () => void }

/** The 'Oops!' dialog, open while there is an error message. */
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
  /** A sentence on what will be deleted. */
  children: ReactNode
  /** The button's text, a verb: 'Delete task'. */
  confirm: string
  cancel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation. The Cancel button has the focus. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirm,
  cancel = 'Cancel',
  onConfirm,
  onClose,
}: ConfirmProps) {
  useDialogKeys(opened, onClose)
  return (
    <Modal {...ownKeys} opened={opened} onClose={onClose} title={title} size={440} centered>
      <div className={styles.asked}>{children}</div>
      <div className={styles.footer}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancel}
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
