import { jobStatuses } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { StatusMark } from '#web/screens/calendar/visit/status-mark.tsx'
import { type PersonFilter, unassigned, type WeekFigures } from '#web/screens/calendar/week-figures.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { PersonAvatar } from '#web/ui/marks/person.tsx'
import { numberText } from '#web/ui/number-format.ts'
import styles from './rail.module.css'

/** Loaded after the week itself, which is what the page is opened for. */
const MonthCalendar = lazyComponent(async () => (await import('./month-calendar.tsx')).MonthCalendar)

type Props = {
  week: string
  today: string
  onDay: (day: string) => void
  figures: WeekFigures
  hours: ReadonlyMap<string, number>
  /** Whether the figures and hours are known. */
  isRead: boolean
  people: ReadonlyMap<string, PersonName>
  person: PersonFilter
  onPerson: (person: PersonFilter) => void
}

/** Beside the week: a month to choose from, the key to the statuses, and whose visits to show. */
export const Rail = ({ week, today, onDay, figures, hours, isRead, people, person, onPerson }: Props) => (
  <div className={styles.rail}>
    <div className={styles.month}>
      <MonthCalendar week={week} today={today} onDay={onDay} />
    </div>
    <section>
      <h2 className={styles.heading}>Status</h2>
      <ul className={styles.list}>
        {jobStatuses
          .filter((status) => status !== 'cancelled' || figures.byStatus.has(status))
          .map((status) => (
            <li key={status} className={styles.row}>
              <StatusMark status={status} />
              {label(status)}
              <span className={styles.count}>{isRead && (figures.byStatus.get(status) ?? 0)}</span>
            </li>
          ))}
      </ul>
    </section>
    <section>
      <h2 className={styles.heading}>Team</h2>
      <ul className={styles.list}>
        {shownPeople(people, hours).map((userId) => (
          <li key={userId}>
            <button
              type="button"
              className={`${styles.row} ${styles.person}`}
              aria-pressed={person === userId}
              onClick={() => onPerson(person === userId ? '' : userId)}
            >
              <Avatar person={people.get(userId)} />
              <span className={styles.name}>{nameOf(userId, people)}</span>
              <span className={styles.count}>{isRead && `${numberText(hours.get(userId) ?? 0)} h`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  </div>
)

/** The people to filter by: the present team, anyone else with a visit in the week, and 'unassigned'. */
export function shownPeople(people: ReadonlyMap<string, PersonName>, hours: ReadonlyMap<string, number>): string[] {
  const listed = [...people].filter(([userId, { role, hasLeft }]) => (role === 'team' && !hasLeft) || hours.has(userId))
  const sorted = listed.toSorted(([, one], [, other]) => one.name.localeCompare(other.name, 'en-GB'))
  return [...sorted.map(([userId]) => userId), unassigned]
}

export const nameOf = (person: PersonFilter, people: ReadonlyMap<string, PersonName>) =>
  person === unassigned ? 'Unassigned' : (people.get(person)?.name ?? 'Someone')

const Avatar = ({ person }: { person: PersonName | undefined }) =>
  person ? (
    <PersonAvatar name={person.name} role={person.role} look={person.look} size={24} />
  ) : (
    <span className={styles.nobody} aria-hidden>
      –
    </span>
  )
