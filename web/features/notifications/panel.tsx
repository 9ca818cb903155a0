import { ActionIcon, Popover } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { type RefCallback, type RefObject, useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { MarkAllRead } from './mark-all-read.tsx'
import { noticeSettings } from './notice-settings.ts'
import { NotificationList } from './notification-list.tsx'
import styles from './panel.module.css'

type Bell = RefObject<HTMLButtonElement | null>

/** What opens under the bell. The focus returns to the bell, unless a link is followed. */
export function Panel({ bell, onClose }: { bell: Bell; onClose: () => void }) {
  const dismiss = () => {
    onClose()
    bell.current?.focus()
  }
  return (
    <Popover
      opened
      onChange={dismiss}
      position="bottom-end"
      shadow="md"
      width={408}
      trapFocus
      returnFocus={false}
      withRoles={false}
    >
      <Popover.Target refProp="place">
        <Below bell={bell} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Notifications" tabIndex={-1} className={styles.panel}>
        <div className={styles.head}>
          <h2 className={styles.title}>Notifications</h2>
          <MarkAllRead />
          <ActionIcon
            component={Link}
            to={noticeSettings}
            variant="subtle"
            color="gray"
            title="Notification settings"
            onClick={onClose}
          >
            <IconSettings size={18} stroke={1.75} aria-hidden />
            <span className="sr">Notification settings</span>
          </ActionIcon>
        </div>
        <div className={styles.list}>
          <NotificationList onOpen={onClose} />
        </div>
        <Link to="/notifications" className={styles.all} onClick={onClose}>
          See all notifications
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Places the panel at the bell, which is there before this code is loaded. */
function Below({ bell, place }: { bell: Bell; place?: RefCallback<HTMLElement> }) {
  useLayoutEffect(() => place?.(bell.current), [bell, place])
  return null
}
