import { Button, Modal } from '@mantine/core'
import { IconCopy, IconDatabaseOff, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { useDialogKeys } from '#web/ui/dialogs/dialog-keys.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { copyLink } from './copy-link.ts'
import styles from './forgetful-dialog.module.css'

type Props = { opened: boolean; onClose: () => void }

/** Says that this window keeps nothing, and what that means. On phones it comes up from below, where the thumb is. */
export function ForgetfulDialog({ opened, onClose }: Props) {
  const sheet = useIsPhone()
  useDialogKeys(opened, onClose)
  const shape = sheet
    ? ({
        classNames: { header: styles.head, title: styles.title, inner: styles.inner, content: styles.sheet },
        transitionProps: { transition: 'slide-up' },
      } as const)
    : { classNames: { header: styles.head, title: styles.title }, centered: true }
  const title = (
    <>
      <span className={styles.mark}>
        <IconDatabaseOff size={26} stroke={1.75} aria-hidden />
      </span>
      This window can’t keep your work
    </>
  )
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={440}
      padding={sheet ? 20 : 24}
      withCloseButton={false}
      closeOnEscape={false}
      returnFocus={false}
      {...shape}
    >
      <p className={styles.why}>
        It is a private window, or the device has no room left: everything is forgotten when you close it. Open Fettle
        in a normal window instead.
      </p>
      <ul className={styles.means}>
        <li>
          <IconWifiOff size={20} stroke={1.75} aria-hidden />
          <b>Offline</b>
          <span>Ticks, comments and photos can’t be saved</span>
        </li>
        <li>
          <IconWifi size={20} stroke={1.75} aria-hidden />
          <b>Online</b>
          <span>Everything works and is sent at once</span>
        </li>
      </ul>
      <div className={styles.ways}>
        <Button
          fullWidth
          leftSection={<IconCopy size={20} stroke={1.75} aria-hidden />}
          onClick={() => {
            onClose()
            void copyLink()
          }}
        >
          Copy the link
        </Button>
        <Button fullWidth variant="subtle" onClick={onClose} data-autofocus>
          Carry on, only while online
        </Button>
      </div>
    </Modal>
  )
}
