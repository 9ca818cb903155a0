import { Link } from 'react-router'
import { capitalised } from '#core/job/values.ts'
import { dayName } from '#core/time/format.ts'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './overview.module.css'

// Few jobs are invoiced.
const SendInvoice = lazyComponent(
  async () => (await import('./send-invoice.tsx')).SendInvoice,
  ({ office }) => office.invoice,
)

/** The facts of a job that only the office sees. */
export const Overview = besidesTasks(function Overview({ job }: { job: JobBesidesTasks }) {
  const people = usePeople()
  if (!job.office) return null
  const { workOrder, agency, receivedBy, createdBy, invoice, recurring } = job.office
  const facts = {
    'Work Order': workOrder || '—',
    Agency: capitalised(agency) || '—',
    'Received By': receivedBy || '—',
    'Created By': recurring ? (
      <Link to={`/recurring-work?work=${recurring.recurringId}`}>Recurring work: {recurring.title}</Link>
    ) : (
      (people.get(createdBy)?.name ?? '—')
    ),
    'Created On': dayName(job.createdAt),
    Invoice: invoice ? <SendInvoice jobId={job.jobId} office={job.office} /> : 'Not invoiced',
  }
  return (
    <Card title="Overview">
      <dl className={styles.facts}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
})
