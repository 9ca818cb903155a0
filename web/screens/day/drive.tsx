import { IconCar } from '@tabler/icons-react'
import { minutesToDrive } from '#core/site/location/drive.ts'
import { minutesWords } from '#web/features/on-site/stay-words.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { useSiteOfJob } from '#web/sync/reads/sites/site-reads.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './day-screen.module.css'

type Props = { from: BookedVisit; to: BookedVisit; isOver: boolean }

/**
 * The estimated drive between two visits whose sites both have a location. If the first visit is not over, it also gives the time to
 * spare before the second one, if the user leaves on time.
 */
export function Drive({ from, to, isOver }: Props) {
  const now = useNow()
  const start = useSiteOfJob(from.jobId, Boolean(from.jobRef)).data?.site.location
  const end = useSiteOfJob(to.jobId, Boolean(to.jobRef)).data?.site.location
  const minutes = start && end && minutesToDrive(start, end)
  if (minutes === undefined) return null
  const drive = minutes * 60_000
  const spare = Date.parse(to.jobStart) - Math.max(now, Date.parse(from.jobEnd)) - drive
  return (
    <p className={styles.drive}>
      <IconCar size={18} stroke={1.75} aria-hidden />
      About {minutesWords(drive)} drive{!isOver && spare >= 60_000 && `, ${minutesWords(spare)} spare`}
    </p>
  )
}
