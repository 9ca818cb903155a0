import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useMarkRead } from '#web/sync/reads/notifications/mark-read.ts'
import { useNotifications } from '#web/sync/reads/notifications/notification-reads.ts'
import { useRootMark } from '#web/ui/root-mark.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** Marks as read whatever was unread when the list loaded, not what has arrived since. Hidden when nothing is unread. */
export function MarkAllRead({ look = 'subtle' }: { look?: 'subtle' | 'default' }) {
  const { items, unreadIds } = useNotifications()
  const markRead = useMarkRead()
  const newest = items?.[0]?.seq
  const isShown = unreadIds.length > 0
  useRootMark('footBar', isShown && look === 'default')
  if (newest === undefined || !isShown) return null
  return (
    <Button
      variant={look}
      fullWidth={look === 'default'}
      size={look === 'subtle' ? 'compact-sm' : 'md'}
      leftSection={look === 'default' && <IconChecks size={20} stroke={1.75} aria-hidden />}
      loading={markRead.isPending}
      onClick={() =>
        markRead.mutate(
          { upTo: newest, notificationIds: unreadIds },
          { onError: () => toast.failure('Your notifications couldn’t be marked as read.') },
        )
      }
    >
      Mark all read
    </Button>
  )
}
