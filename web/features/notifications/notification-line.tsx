import {
  IconAlertTriangle,
  IconAt,
  IconCalendarEvent,
  IconCalendarTime,
  IconChecks,
  IconCloudOff,
  IconDoorOff,
  IconHourglass,
  IconInbox,
  IconMailX,
  IconPlugConnectedX,
  IconRuler2,
  IconUser,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { dueWords } from '#core/deadlines/standing.ts'
import { pathOf, type Said, saidOf } from '#core/reactions/words.ts'
import { timeIn } from '#core/time/format.ts'
import type { NotificationItem } from '#core/wire/jobs/notifications.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { visitIn } from '#web/ui/time/format-instant.ts'
import styles from './notifications.module.css'

const icons: Record<Said['kind'], typeof IconChecks> = {
  missed: IconAlertTriangle,
  near: IconHourglass,
  mention: IconAt,
  'no-access': IconDoorOff,
  report: IconInbox,
  tenant: IconUser,
  'not-sent': IconMailX,
  stuck: IconCloudOff,
  'day-ahead': IconCalendarTime,
  visit: IconCalendarEvent,
  finished: IconChecks,
  'to-estimate': IconRuler2,
  webhook: IconPlugConnectedX,
}

/** One notification, as a link to its job, or to what else it is about. Opening it marks it as read. */
export function NotificationLine({ item, onOpen }: { item: NotificationItem; onOpen: () => void }) {
  const zone = useTimeZone()
  const people = usePeople()
  const said = saidOf(item.changes, {
    nameOf: (userId) => people.get(userId)?.name ?? '',
    whenOf: ({ jobStart, jobEnd }) => visitIn(jobStart, jobEnd, zone),
    momentOf: (at) => dueWords(at, new Date().toISOString(), zone),
  })
  const kind = said[0]?.kind ?? 'visit'
  const Icon = icons[kind]
  const place = [item.apartmentName, item.jobRef && `job ${item.jobRef}`, timeIn(item.at, zone)]
  return (
    <li>
      <Link to={pathOf(item.changes, item.jobId)} className={styles.item} onClick={onOpen}>
        <span className={styles.icon} data-kind={kind}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </span>
        <span className={styles.words}>
          {said.map(({ who, what }) => (
            <span key={what} className={styles.said}>
              {who ? (
                <>
                  <strong>{who}</strong> {what}
                </>
              ) : (
                <strong>{what}</strong>
              )}
            </span>
          ))}
          <span className={styles.place}>{place.filter(Boolean).join(' · ')}</span>
        </span>
        {!item.isRead && (
          <span className={styles.dot}>
            <span className="sr">New</span>
          </span>
        )}
      </Link>
    </li>
  )
}
