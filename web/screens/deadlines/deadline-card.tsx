import { Link } from 'react-router'
import type { DeadlineSettings } from '#core/deadlines/schemas.ts'
import { dueWords } from '#core/deadlines/standing.ts'
import { type Step, stepNames, steps } from '#core/deadlines/values.ts'
import { dutyName } from '#core/job/duties/duty-name.ts'
import { capitalised } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { severityWords } from '#web/features/deadlines/duty-words.ts'
import { isNear } from '#web/features/deadlines/is-near.ts'
import { type RowIs, rowState } from '#web/features/deadlines/row-state.ts'
import { SeverityTag } from '#web/features/deadlines/severity-tag.tsx'
import { stepsAhead } from '#web/features/deadlines/steps-ahead.ts'
import { holidaysFor } from '#web/features/deadlines/use-company-deadlines.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { PersonAvatar } from '#web/ui/marks/person.tsx'
import type { BoardCard } from './board-cards.ts'
import styles from './deadline-card.module.css'

type Props = {
  card: BoardCard
  now: string
  zone: string
  people: ReadonlyMap<string, PersonName>
  settings: DeadlineSettings | undefined
}

/** One deadline: what is due where and when, how far the hazard has got, and who is on it. It opens the job at its deadlines. */
export function DeadlineCard({ card: { job, duty, deadline, column }, now, zone, people, settings }: Props) {
  const days = { zone, holidays: holidaysFor(duty, settings) }
  const { words } = rowState(duty, deadline, now, days)
  const isLate = column === 'overdue'
  const look = isLate ? 'late' : isNear(deadline, now, days) ? 'near' : 'plain'
  const [first, ...others] = job.assignedTo
  const person = first === undefined ? undefined : people.get(first)
  const severity = severityWords(duty)
  const due = dueWords(deadline.due, now, zone)
  return (
    <li className={styles.card} data-look={look}>
      <p className={styles.top}>
        <strong>{stepNames[deadline.step]}</strong>
        <span className={styles.left}>{words.replace(/(working days?) left$/, '$1')}</span>
      </p>
      <Link to={`/job/${job.jobId}#deadlines`} className={styles.site}>
        {job.apartmentName || `Job ${job.jobRef}`}
      </Link>
      <p className={styles.quiet}>{dutyName(duty)}</p>
      {job.agency && <p className={styles.quiet}>{capitalised(job.agency)}</p>}
      <p className={styles.line}>
        {severity ? <SeverityTag name={severity} look={isLate ? 'late' : 'plain'} /> : <span>Service level</span>}
        <span>{isLate ? `Was due ${due}` : label(due)}</span>
      </p>
      <p className={styles.line}>
        <Dots
          states={[
            ...duty.deadlines
              .toSorted(
                (one, other) =>
                  Date.parse(one.due) - Date.parse(other.due) || steps.indexOf(one.step) - steps.indexOf(other.step),
              )
              .map((one) => ({ step: one.step, is: rowState(duty, one, now, days).is })),
            ...stepsAhead(duty, zone).map(({ step }) => ({ step, is: 'later' as const })),
          ]}
        />
        {first === undefined ? (
          <span className={styles.nobody}>Nobody</span>
        ) : (
          <span className={styles.person}>
            {person?.name ?? 'Former member'}
            {others.length > 0 && ` + ${others.length}`}
            {person && <PersonAvatar name={person.name} role={person.role} look={person.look} size={22} />}
          </span>
        )}
      </p>
    </li>
  )
}

/** The steps of a hazard as dots: done, next, late, and to come. */
const Dots = ({ states }: { states: readonly { step: Step; is: RowIs }[] }) => (
  <span className={styles.dots}>
    <span className="sr">
      {states.filter(({ is }) => is === 'met' || is === 'met late').length} of {states.length} steps done
    </span>
    {states.map(({ step, is }) => (
      <span key={step} className={styles.dot} data-is={is} aria-hidden />
    ))}
  </span>
)
