import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useMarkRead } from '#web/sync/reads/notifications/mark-read.ts'
import { useNotifications } from '#web/sync/reads/notifications/notification-reads.ts'
import { useRootMark } from '#web/ui/root-mark.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** Marks everything that is shown as read; nothing if there is nothing new. */
export function MarkAllRead({ look = 'subtle' }: { look?: 'subtle' | 'default' }) {
  const { items } = useNotifications()
  const markRead = useMarkRead()
  const newest = items?.[0]?.seq
  const isShown = items?.some((one) => !one.isRead) ?? false
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
          { upTo: newest },
          { onError: () => toast.failure('Your notifications couldn’t be marked as read.') },
        )
      }
    >
      Mark all read
    </Button>
  )
}
