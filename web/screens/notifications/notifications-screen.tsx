import { ActionIcon } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { MarkAllRead } from '#web/features/notifications/mark-all-read.tsx'
import { noticeSettings } from '#web/features/notifications/notice-settings.ts'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import { Page } from '#web/frame/page.tsx'
import { useUnread } from '#web/sync/unread.ts'
import styles from './notifications-screen.module.css'

/** What the person was told of the jobs that concern them. */
export function NotificationsScreen() {
  const unread = useUnread((state) => state.unread)
  return (
    <Page
      title="Notifications"
      {...(unread > 0 ? { detail: `${unread} new` } : {})}
      phoneActions={
        <ActionIcon component={Link} to={noticeSettings} variant="subtle" color="gray" size={44}>
          <IconSettings size={22} stroke={1.75} aria-hidden />
          <span className="sr">Notification settings</span>
        </ActionIcon>
      }
    >
      <div className={styles.column}>
        <div className={styles.read}>
          <MarkAllRead look="default" />
        </div>
        <div className={styles.card}>
          <NotificationList />
        </div>
      </div>
    </Page>
  )
}
