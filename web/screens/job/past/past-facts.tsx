import type { Job } from '#core/job/job.ts'
import { capitalised } from '#core/job/values.ts'
import { dayName } from '#core/time/format.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { Card } from '#web/ui/card.tsx'
import { counted } from '#web/ui/number-format.ts'
import { visitIn } from '#web/ui/time/format-instant.ts'
import styles from './past-job-cards.module.css'

type Facts = Readonly<Record<string, string>>

/** The job's facts and visits at the time. */
export function PastFacts({ then, now, zone }: { then: Job; now: Job; zone: string }) {
  const people = usePeople()
  const nameOf = (userId: string) => people.get(userId)?.name ?? ''
  return (
    <>
      {then.office && <FactsCard title="Overview" then={overviewOf(then, nameOf)} now={overviewOf(now, nameOf)} />}
      <FactsCard title="Schedule" then={visitOf(then, zone, nameOf)} now={visitOf(now, zone, nameOf)} />
      <FactsCard title="Next visit" then={nextVisitOf(then)} now={nextVisitOf(now)} />
    </>
  )
}

const FactsCard = ({ title, then, now }: { title: string; then: Facts; now: Facts }) => (
  <Card title={title}>
    <dl className={styles.facts}>
      {Object.entries(then).map(([name, value]) => (
        <div key={name} data-changed={now[name] !== value || undefined}>
          <dt>{name}</dt>
          <dd>
            {value}
            {now[name] !== value && <span className={styles.since}>now {now[name]}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)

function overviewOf({ office, createdAt }: Job, nameOf: (userId: string) => string): Facts {
  return {
    'Work Order': office?.workOrder || '—',
    Agency: capitalised(office?.agency ?? '') || '—',
    'Received By': office?.receivedBy || '—',
    'Created By': nameOf(office?.createdBy ?? '') || '—',
    'Created On': dayName(createdAt),
    Invoice: office?.invoice || 'Not invoiced',
  }
}

const visitOf = (
  { jobStart, jobEnd, assignedTo, access }: Job,
  zone: string,
  nameOf: (id: string) => string,
): Facts => ({
  When: jobStart && jobEnd ? visitIn(jobStart, jobEnd, zone) : 'Not scheduled',
  Who: assignedTo.map(nameOf).join(', ') || 'Nobody',
  Access: access || '—',
})

const nextVisitOf = ({ nextVisitHours: hours, nextVisitPeople: people }: Job): Facts => ({
  Hours: counted(hours, 'hour'),
  People: people === 1 ? '1 person' : `${people} people`,
})
