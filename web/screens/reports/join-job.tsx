import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import type { ReportShown } from '#core/wire/jobs/reports.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { RadioCards } from '#web/features/deadlines/dialogs/radio-cards.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { useDecision } from './report-reads.ts'
import styles from './reports.module.css'

/** Adds a report and its photos to a job: first those at the same site are offered. */
export function JoinJob({ report, onClose }: { report: ReportShown; onClose: () => void }) {
  const { busy, fault, setFault, join } = useDecision()
  const [search, setSearch] = useState(report.place)
  const [jobId, setJobId] = useState<string>()
  const found = useQuery({
    queryKey: ['report-jobs', search],
    queryFn: ({ signal }) => call<JobsAnswer>(paths.jobs, { query: { search }, signal }),
  })
  const jobs = (found.data?.jobs ?? []).slice(0, 8)
  const submit = async () => {
    if (!jobId) return setFault({ error: 'Choose a job first.' })
    if (!(await join(report.reportId, jobId))) return
    onClose()
    toast.success('Report added to the job')
  }
  return (
    <FormDialog
      title="Add to a job"
      submit="Add the report"
      busy={busy}
      error={fault?.error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextInput
          type="search"
          label="Find the job"
          description="By site or number."
          maxLength={200}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {jobs.length > 0 ? (
          <RadioCards
            legend="Job"
            options={jobs.map((one) => [one.jobId, `${one.jobRef} · ${one.apartmentName}`, one.jobStatus] as const)}
            value={jobId}
            onChange={setJobId}
          />
        ) : (
          <p className={styles.quiet}>{found.isPending ? 'Loading...' : 'No matching job.'}</p>
        )}
      </div>
    </FormDialog>
  )
}
