import { IconCar } from '@tabler/icons-react'
import { minutesToDrive } from '#core/site/location/drive.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { useSiteOfJob } from '#web/sync/reads/sites/site-reads.ts'
import styles from './day-screen.module.css'

type Props = { from: BookedVisit; to: BookedVisit; isOver: boolean }

/** About how long the drive between two visits takes, if both sites have a location, and what is left until the second begins. */
export function Drive({ from, to, isOver }: Props) {
  const start = useSiteOfJob(from.jobId, true).data?.site.location
  const end = useSiteOfJob(to.jobId, true).data?.site.location
  const minutes = start && end && minutesToDrive(start, end)
  if (minutes === undefined) return null
  const spare = Math.floor((Date.parse(to.jobStart) - Date.parse(from.jobEnd)) / 60_000) - minutes
  return (
    <p className={styles.drive}>
      <IconCar size={18} stroke={1.75} aria-hidden />
      About {minutes} min drive{!isOver && spare > 0 && `, ${spare} min spare`}
    </p>
  )
}
