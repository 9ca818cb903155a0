import { vatTreatmentNames } from '#core/company/vat-treatments.ts'
import type { Job } from '#core/job/job.ts'
import { capitalised } from '#core/job/values.ts'
import { dayName } from '#core/time/format.ts'
import { useNamesAt, usePeople } from '#web/sync/reads/people.ts'
import { Card } from '#web/ui/card.tsx'
import { counted } from '#web/ui/number-format.ts'
import { visitIn } from '#web/ui/time/format-instant.ts'
import styles from './past-job-cards.module.css'

type Facts = Readonly<Record<string, string>>

type Props = { then: Job; now: Job; at: string; zone: string }
type NameOf = (userId: string) => string

/** The job's facts and visits at the time, with people called as they were then. */
export function PastFacts({ then, now, at, zone }: Props) {
  const people = usePeople()
  const nameNow: NameOf = (userId) => people.get(userId)?.name ?? ''
  const nameThen = useNamesAt(at)
  const changed = (factsOf: (job: Job, nameOf: NameOf) => Facts) => ({
    past: factsOf(then, nameThen),
    // A new name is no change of the job.
    since: factsOf(now, nameThen),
    present: factsOf(now, nameNow),
  })
  return (
    <>
      {then.office && <FactsCard title="Overview" {...changed(overviewOf)} />}
      <FactsCard title="Schedule" {...changed((job, nameOf) => visitOf(job, zone, nameOf))} />
      <FactsCard title="Next visit" {...changed(nextVisitOf)} />
    </>
  )
}

type CardProps = {
  title: string
  past: Facts
  /** The facts of now in the names of then, to tell what has changed. */
  since: Facts
  present: Facts
}

const FactsCard = ({ title, past, since, present }: CardProps) => (
  <Card title={title}>
    <dl className={styles.facts}>
      {Object.entries(past).map(([name, value]) => (
        <div key={name} data-changed={since[name] !== value || undefined}>
          <dt>{name}</dt>
          <dd>
            {value}
            {since[name] !== value && <span className={styles.since}>now {present[name]}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)

function overviewOf({ office, createdAt }: Job, nameOf: NameOf): Facts {
  return {
    'Work Order': office?.workOrder || '—',
    Agency: capitalised(office?.agency ?? '') || '—',
    'Received By': office?.receivedBy || '—',
    'Created By': nameOf(office?.createdBy ?? '') || '—',
    'Created On': dayName(createdAt),
    Invoice: office?.invoice || 'Not invoiced',
    ...(office?.invoiceVat ? { VAT: vatTreatmentNames[office.invoiceVat] } : {}),
  }
}

const visitOf = ({ jobStart, jobEnd, assignedTo, access }: Job, zone: string, nameOf: NameOf): Facts => ({
  When: jobStart && jobEnd ? visitIn(jobStart, jobEnd, zone) : 'Not scheduled',
  Who: assignedTo.map(nameOf).join(', ') || 'Nobody',
  Access: access || '—',
})

const nextVisitOf = ({ nextVisitHours: hours, nextVisitPeople: people }: Job): Facts => ({
  Hours: counted(hours, 'hour'),
  People: people === 1 ? '1 person' : `${people} people`,
})
