import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { isOffice } from '#core/access.ts'
import type { HistoryEntry } from '#core/history.ts'
import { Loading, SkeletonLine } from '#web/parts/loading.tsx'
import { PersonAvatar, RoleTag } from '#web/parts/person.tsx'
import { useJobHistory, usePeople } from '#web/queries.ts'
import styles from './history.module.css'
import { type ReadableChange, readable } from './history-changes.ts'
import { useUser } from './user.ts'
import { dayIn, timeIn, useTimeZone } from './when.ts'

/** What happened to a job, newest first, under its days. */
export function History({ jobId }: { jobId: string }) {
  const { data, isError, refetch } = useJobHistory(jobId)
  const zone = useTimeZone()
  if (isError && !data)
    return (
      <div className={styles.failed} role="alert">
        <p>The history could not be read.</p>
        <Button variant="default" size="xs" onClick={() => refetch()}>
          Retry
        </Button>
      </div>
    )
  return (
    <div className={styles.history}>
      <h2 className={styles.title}>History</h2>
      {data ? (
        <>
          <p className={styles.count}>{data.entries.length === 1 ? '1 event' : `${data.entries.length} events`}</p>
          {daysOf(data.entries, zone).map(({ day, entries }) => (
            <section key={day}>
              <h3 className={styles.day}>{day}</h3>
              <ol className={styles.entries}>
                {entries.map((entry) => (
                  <Entry key={entry.seq} entry={entry} zone={zone} />
                ))}
              </ol>
            </section>
          ))}
        </>
      ) : (
        <Loading>
          <div className={styles.skeleton}>
            {[70, 50, 80, 60, 75].map((width) => (
              <SkeletonLine key={width} width={`${width}%`} />
            ))}
          </div>
        </Loading>
      )}
    </div>
  )
}

/** Entries under the day on which they were recorded, as that is their order. */
function daysOf(entries: readonly HistoryEntry[], zone: string) {
  const now = Date.now()
  const days = new Map<string, HistoryEntry[]>()
  const [today, yesterday] = [now, now - 86_400_000].map((one) => dayIn(new Date(one).toISOString(), zone))
  for (const entry of entries) {
    const name = dayIn(entry.recordedAt, zone)
    const day = name === today ? 'Today' : name === yesterday ? 'Yesterday' : name
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }))
}

/** Later than this, it was made without a connection. */
const offlineAfter = 60_000

/** Its day is named where it was another one. */
function madeAt(happenedAt: string, recordedAt: string, zone: string) {
  const day = dayIn(happenedAt, zone)
  return `${day === dayIn(recordedAt, zone) ? '' : `on ${day} `}at ${timeIn(happenedAt, zone)}`
}

function Entry({ entry, zone }: { entry: HistoryEntry; zone: string }) {
  const people = usePeople()
  const { userRole } = useUser()
  const { actorId, actorRole, happenedAt, recordedAt, version, sentence, changes, type } = entry
  const person = actorId === undefined ? undefined : people.get(actorId)
  const role = actorRole === 'system' ? person?.role : actorRole
  // Whoever may not know who it was learns only that it was the office.
  const name = actorId === undefined ? (isOffice(userRole) ? 'Fettle' : 'The office') : (person?.username ?? '')
  const late = Date.parse(recordedAt) - Date.parse(happenedAt) > offlineAfter
  const told = type === 'JobCreated' ? [] : readable(changes, { zone, nameOf: (id) => people.get(id)?.username ?? '' })
  return (
    <li className={styles.entry}>
      <PersonAvatar username={name} role={role ?? 'admin'} size={22} />
      <div className={styles.what}>
        <p>
          <strong>{name}</strong> {role && actorId !== undefined && <RoleTag role={role} />} {sentence}
        </p>
        {told.map((change) => (
          <Changed key={change.field} change={change} />
        ))}
        <p className={styles.when}>
          <time dateTime={recordedAt}>{timeIn(recordedAt, zone)}</time> · event {version}
          {late && <> · Made offline {madeAt(happenedAt, recordedAt, zone)}</>}
        </p>
      </div>
    </li>
  )
}

const Changed = ({ change: { field, from, to } }: { change: ReadableChange }) =>
  field === 'note' ? (
    <blockquote className={styles.quote}>{from === undefined ? to : <del>{from}</del>}</blockquote>
  ) : (
    <p className={styles.change}>
      {from !== undefined && (
        <del>
          <span className="sr">Before: </span>
          {from}
        </del>
      )}
      {from !== undefined && to !== undefined && <IconArrowRight size={14} stroke={1.75} aria-hidden />}
      {to !== undefined && (
        <ins>
          <span className="sr">After: </span>
          {to}
        </ins>
      )}
    </p>
  )
