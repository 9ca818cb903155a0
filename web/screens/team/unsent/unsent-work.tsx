import { IconCloudOff } from '@tabler/icons-react'
import { dueWords } from '#core/deadlines/standing.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import type { TeamUser } from '#web/sync/reads/team.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './unsent-work.module.css'

/** What of a person's work was refused or has not been sent, as their devices said last; nothing if there is none. */
export function UnsentWork({ work }: { work: TeamUser['unsentWork'] }) {
  const zone = useTimeZone()
  const now = new Date(useNow()).toISOString()
  if (!work) return null
  const { refused, waiting, oldest, toldOfAt } = work
  const said = [
    refused > 0 && `${refused} refused`,
    waiting > 0 && `${waiting} unsent${oldest ? ` since ${dueWords(oldest, now, zone)}` : ''}`,
  ]
  return (
    <span className={styles.unsent}>
      <IconCloudOff size={15} aria-hidden />
      <span>
        {said.filter(Boolean).join(', ')}
        <span className={styles.heard}> · last contact {dueWords(toldOfAt, now, zone)}</span>
      </span>
    </span>
  )
}
