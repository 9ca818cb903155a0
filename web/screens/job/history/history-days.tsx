import { memo, useState } from 'react'
import type { Burst } from '#core/history/bursts/job-bursts.ts'
import styles from '#web/features/history/history.module.css'
import { type Authors, type EntryContext, useAuthors } from '#web/features/history/history-authors.ts'
import { Changes } from '#web/features/history/history-changed-fields.tsx'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { HistoryEntryLine } from './history-entry.tsx'

/** Entries by the day they were recorded, which is their order. */
export function HistoryDays({ bursts, ...around }: { bursts: readonly Burst[] } & EntryContext) {
  const authors = useAuthors()
  return daysOf(bursts, around.zone).map(({ day, bursts: ofDay }) => (
    <section key={day}>
      <h3 className={styles.day}>{day}</h3>
      <ol className={styles.entries}>
        {ofDay.map((burst) => (
          <BurstLine key={burst.groups.at(-1)?.cause.seq} burst={burst} authors={authors} {...around} />
        ))}
      </ol>
    </section>
  ))
}

function daysOf(bursts: readonly Burst[], zone: string) {
  const now = Date.now()
  const days: { day: string; bursts: Burst[] }[] = []
  const [today, yesterday] = [now, now - 86_400_000].map((one) => dayIn(new Date(one).toISOString(), zone))
  for (const burst of bursts) {
    const name = dayIn(burst.groups[0]?.cause.recordedAt ?? '', zone)
    const day = name === today ? 'Today' : name === yesterday ? 'Yesterday' : name
    const last = days.at(-1)
    if (last?.day === day) last.bursts.push(burst)
    else days.push({ day, bursts: [burst] })
  }
  return days
}

/** One change, or several by one person folded into their net result. */
type LineProps = { burst: Burst; authors: Authors } & EntryContext
const BurstLine = memo(function BurstLine({ burst: { groups, sentence, net }, ...around }: LineProps) {
  const [open, setOpen] = useState(false)
  const { namesAt, authorOf } = around.authors
  const [first] = groups
  if (!first) return null
  if (groups.length === 1) return <HistoryEntryLine group={first} {...around} />
  const holdsChosen = groups.some(({ cause }) => cause.version === around.chosen)
  const { name, role, look, known } = authorOf(first.cause)
  return (
    <li className={styles.burst}>
      <div className={styles.entry}>
        <PersonAvatar name={name} role={role ?? 'admin'} look={look} size={22} />
        <div className={styles.what}>
          <p>
            <strong>{name}</strong> {role && known && <RoleTag role={role} />} {sentence}
          </p>
          <Changes changes={net} zone={around.zone} nameOf={namesAt(first.cause.recordedAt)} named />
          {net.length === 0 && <p className={styles.when}>No net change.</p>}
          <button type="button" className={styles.link} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide' : 'Show'} {groups.length} changes
          </button>
        </div>
      </div>
      {(open || holdsChosen) && (
        <ol className={styles.folded}>
          {groups.map((one) => (
            <HistoryEntryLine key={one.cause.seq} group={one} {...around} />
          ))}
        </ol>
      )}
    </li>
  )
})
