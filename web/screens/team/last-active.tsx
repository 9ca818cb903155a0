import { IconMail } from '@tabler/icons-react'
import { useTimeZone } from '#web/sync/reads/me.ts'
import type { TeamUser } from '#web/sync/reads/team.ts'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './team.module.css'

/** When a user was last active, or that they have not signed in yet. Sessions are deleted a week after they end. */
export function LastActive({ user: { state, lastActiveAt }, prefix = '' }: { user: TeamUser; prefix?: string }) {
  const zone = useTimeZone()
  const now = useNow()
  if (state === 'invited')
    return (
      <span className={styles.invited}>
        <IconMail size={15} aria-hidden />
        Invited, not signed in yet
      </span>
    )
  if (!lastActiveAt) return <span className={styles.quiet}>{prefix ? 'Not active' : 'Not'} in the last week</span>
  const used = lastUse(lastActiveAt, now, zone)
  if (used === 'Now') return <span className={styles.now}>{prefix ? `${prefix} now` : used}</span>
  return (
    <span className={styles.quiet}>{prefix ? `${prefix} ${used.charAt(0).toLowerCase()}${used.slice(1)}` : used}</span>
  )
}
