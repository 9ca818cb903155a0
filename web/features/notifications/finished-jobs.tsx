import { Button } from '@mantine/core'
import { IconChecks, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { timeIn } from '#core/time/format.ts'
import type { NotificationItem } from '#core/wire/jobs/notifications.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { type NewsLine, namesOf } from './folded.ts'
import { NotificationLine } from './notification-line.tsx'
import styles from './notifications.module.css'

/** Several finished jobs in one line, which opens to show each. */
export function FinishedJobs({ items, onOpen }: { items: NewsLine; onOpen: (item: NotificationItem) => void }) {
  const [isOpen, setOpen] = useState(false)
  const zone = useTimeZone()
  const people = usePeople()
  const shown = useId()
  const who = namesOf(items.map(({ changes }) => people.get(changes.finished?.by ?? '')?.name ?? ''))
  const [{ apartmentName, at }] = items
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li>
      <div className={styles.group}>
        <span className={styles.icon}>
          <IconChecks size={18} stroke={1.75} aria-hidden />
        </span>
        <div className={styles.words}>
          <p className={styles.said}>
            {who ? (
              <>
                <strong>{who}</strong> finished {items.length} jobs
              </>
            ) : (
              <strong>{items.length} jobs finished</strong>
            )}
          </p>
          <p className={styles.place}>
            {[apartmentName && `last ${apartmentName}`, timeIn(at, zone)].filter(Boolean).join(' · ')}
          </p>
          <Button
            variant="default"
            className={styles.open}
            leftSection={<Chevron size={16} stroke={1.75} aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={shown}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'} {items.length}
            <span className="sr"> finished jobs</span>
          </Button>
        </div>
        {items.some((one) => !one.isRead) && (
          <span className={styles.dot}>
            <span className="sr">New</span>
          </span>
        )}
      </div>
      <ul id={shown} className={styles.list} hidden={!isOpen}>
        {isOpen &&
          items.map((item) => <NotificationLine key={item.notificationId} item={item} onOpen={() => onOpen(item)} />)}
      </ul>
    </li>
  )
}
