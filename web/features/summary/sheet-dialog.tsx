import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDialogKeys } from '#web/ui/dialogs/dialog-keys.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import styles from './summary.module.css'

type Props = { title: string; opened: boolean; onClose: () => void; children: ReactNode }

/** A dialog with visit sheets, which are printed alone. */
export function SheetDialog({ title, opened, onClose, children }: Props) {
  const onPhone = useIsPhone()
  useDialogKeys(opened, onClose)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      title={title}
      size={860}
      fullScreen={onPhone}
      padding={onPhone ? 16 : 24}
      classNames={{
        root: styles.root ?? '',
        inner: styles.inner ?? '',
        content: styles.content ?? '',
        header: styles.header ?? '',
        body: styles.body ?? '',
        overlay: styles.overlay ?? '',
      }}
    >
      {children}
    </Modal>
  )
}
