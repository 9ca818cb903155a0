import { isPartEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { label } from '#core/model/label.ts'
import { evolve, type Part } from '#core/part/part.ts'
import { dayName } from '#core/time/format.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './past-job-cards.module.css'

type Props = {
  jobRef: string
  /** The events of every part ever ordered for the job. */
  events: readonly StoredEvent[]
  /** The company's seq at the moment shown. */
  seq: number
}

/** The parts ordered for the job at the time, with what has changed since. */
export function PastParts({ jobRef, events, seq }: Props) {
  const then = partsAt(events, seq, jobRef)
  const now = new Map(partsAt(events, Number.POSITIVE_INFINITY, jobRef).map((one) => [one.partId, one]))
  return (
    <Card title="Parts" detail={String(then.length || '')}>
      {then.length === 0 && <p className={styles.noneIn}>No parts for this job.</p>}
      <ul className={styles.rows}>
        {then.map((part) => {
          const since = sinceOf(part, now.get(part.partId))
          return (
            <li key={part.partId} className={styles.part} data-changed={since ? true : undefined}>
              <span>{part.name}</span>
              <span className={styles.small}>
                {label(part.status)}, expected {dayName(part.expectedDelivery)}
              </span>
              {since && <span className={styles.since}>{since}</span>}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** What has changed about a part since; undefined if nothing has. */
function sinceOf(then: Part, now: Part | undefined): string | undefined {
  if (!now) return 'no longer on this job'
  if (now.status !== then.status) return `now ${label(now.status).toLowerCase()}`
  if (now.expectedDelivery !== then.expectedDelivery) return `now expected ${dayName(now.expectedDelivery)}`
  return now.name === then.name ? undefined : `now ‘${now.name}’`
}

/** A job's parts at a seq, in the order they were added. */
function partsAt(events: readonly StoredEvent[], seq: number, jobRef: string): Part[] {
  const parts = new Map<string, Part | undefined>()
  for (const event of events)
    if (event.seq <= seq && isPartEvent(event)) parts.set(event.streamId, evolve(parts.get(event.streamId), event))
  return [...parts.values()].flatMap((part) => (part?.jobId === jobRef ? [part] : []))
}
