import { Link } from 'react-router'
import type { Role } from '#core/model/messages.ts'
import { addDays } from '#core/time/wall-clock.ts'
import type { DashboardAnswer } from '#core/wire/dashboard.ts'
import { jobsOf } from '#web/features/navigation/jobs-address.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { PersonAvatar, type PersonLook } from '#web/ui/marks/person.tsx'
import { Bars } from './bars.tsx'
import { hours, minutesOf, weekTotals } from './dashboard-format.ts'
import table from './table.module.css'
import { ViewCard } from './view-card.tsx'

type Week = DashboardAnswer['week']
type Props = { week: Week; people: DashboardAnswer['people'] }
type Line = {
  key: string
  name: string
  role: Role
  look: PersonLook | undefined
  minutes: readonly number[]
  to: string
}

/** This week's booked hours by person, and those without anyone. */
export function HoursCard({ week, people }: Props) {
  const known = usePeople()
  const lines = week.people.map(({ userId, minutes }): Line => {
    const visits = userId ?? 'unassigned'
    const person = known.get(visits)
    const name = userId ? (person?.name ?? people[userId] ?? '...') : 'Unassigned'
    return { key: visits, name, role: person?.role ?? 'team', look: person?.look, minutes, to: jobsOf({ visits }) }
  })
  const { all } = weekTotals(week)
  const most = lines.reduce<Line | undefined>(
    (most, one) => (most && minutesOf(most) >= minutesOf(one) ? most : one),
    undefined,
  )
  const sentence = `${hours(all)} hours of people’s time are booked this week${most && all > 0 ? `, most for ${most.name}: ${hours(minutesOf(most))}` : ''}.`
  return (
    <ViewCard
      title="People’s hours this week"
      name="hours"
      usual="table"
      chart={
        <Bars
          sentence={sentence}
          bars={lines.map(({ key, name, minutes, to }) => {
            const value = minutesOf({ minutes })
            return { key, name, value, text: `${hours(value)} h`, to }
          })}
        />
      }
      table={
        lines.length > 0 ? (
          <HoursTable monday={week.monday} lines={lines} />
        ) : (
          <p className={table.empty}>No visits are booked this week.</p>
        )
      }
    />
  )
}

function HoursTable({ monday, lines }: { monday: string; lines: readonly Line[] }) {
  const totals = [0, 1, 2, 3, 4, 5, 6].map((day) => lines.reduce((sum, one) => sum + (one.minutes[day] ?? 0), 0))
  // Empty days at the weekend are left out.
  const shown = [0, 1, 2, 3, 4, 5, 6].filter((day) => day < 5 || totals.slice(day).some(Boolean))
  const cell = (minutes = 0) => (minutes === 0 ? '–' : hours(minutes))
  return (
    <table className={table.table}>
      <caption className="sr">
        People’s hours this week by person and day; a visit counts for each of its people
      </caption>
      <thead>
        <tr>
          <th scope="col">Person</th>
          {shown.map((day) => (
            <th key={day} scope="col">
              {weekday(addDays(monday, day))}
            </th>
          ))}
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, role, look, minutes, to }) => (
          <tr key={key}>
            <th scope="row" className={table.who}>
              <Link to={to} className={`${table.person} ${table.row}`}>
                {key === 'unassigned' ? (
                  <span className={table.nobody} aria-hidden>
                    –
                  </span>
                ) : (
                  <PersonAvatar name={name} role={role} look={look} size={22} />
                )}
                <span className={table.name}>{name}</span>
              </Link>
            </th>
            {shown.map((day) => (
              <td key={day}>{cell(minutes[day])}</td>
            ))}
            <td>{hours(minutesOf({ minutes }))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Team</th>
          {shown.map((day) => (
            <td key={day}>{cell(totals[day])}</td>
          ))}
          <td>{hours(minutesOf({ minutes: totals }))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const weekday = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))
