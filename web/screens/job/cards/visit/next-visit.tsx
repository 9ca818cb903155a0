import { Select } from '@mantine/core'
import { nextVisitHours, nextVisitPeople } from '#core/job/values.ts'
import factStyles from '#web/screens/job/cards/overview.module.css'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { dispatchRevisable } from '#web/sync/ledger/dispatch.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './next-visit.module.css'

const options = (values: readonly number[]) => values.map(String)

/** The hours and people needed for the next visit; choosing one after the other is one change. */
export const NextVisit = besidesTasks(function NextVisit({ job }: { job: JobBesidesTasks }) {
  const set = (hours: string, people: string) => {
    const nextVisit = {
      nextVisitHours: nextVisitHours.find((one) => String(one) === hours) ?? 0,
      nextVisitPeople: nextVisitPeople.find((one) => String(one) === people) ?? 0,
    }
    const refusal = dispatchRevisable({ type: 'SetNextVisit', data: { jobId: job.jobId, ...nextVisit } })
    if (refusal) toast.failure(refusal.error)
  }
  const hours = String(job.nextVisitHours)
  const people = String(job.nextVisitPeople)
  const mayWork = useMay('work')
  if (!mayWork)
    return (
      <Card title="Next visit">
        <dl className={factStyles.facts}>
          <div>
            <dt>Hours</dt>
            <dd>{hours}</dd>
          </div>
          <div>
            <dt>People</dt>
            <dd>{people}</dd>
          </div>
        </dl>
      </Card>
    )
  return (
    <Card title="Next visit">
      <div className={styles.fields}>
        <Select
          label="Hours"
          data={options(nextVisitHours)}
          value={hours}
          onChange={(to) => to !== null && set(to, people)}
        />
        <Select
          label="People"
          data={options(nextVisitPeople)}
          value={people}
          onChange={(to) => to !== null && set(hours, to)}
        />
      </div>
    </Card>
  )
})
