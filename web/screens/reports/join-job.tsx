import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import type { ReportShown } from '#core/wire/jobs/reports.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { RadioCards } from '#web/features/deadlines/dialogs/radio-cards.tsx'
import { jobsOfNumber } from '#web/features/palette/job-of-number.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { useDecision } from './report-reads.ts'
import styles from './reports.module.css'

const mostShown = 8

/** Adds a report and its photos to a job: first those at the same site are offered. */
export function JoinJob({ report, onClose }: { report: ReportShown; onClose: () => void }) {
  const { busy, fault, setFault, join } = useDecision()
  const [search, setSearch] = useState(report.place)
  const [jobId, setJobId] = useState<string>()
  const found = useQuery({
    queryKey: ['report-jobs', search],
    queryFn: async ({ signal }) => {
      const [numbered, named] = await Promise.all([
        jobsOfNumber(search.trim(), signal),
        call<JobsAnswer>(paths.jobs, { query: { search }, signal }),
      ])
      const others = named.jobs.filter((one) => numbered.every(({ jobId }) => jobId !== one.jobId))
      return { jobs: [...numbered, ...others].slice(0, mostShown), more: named.totalResults > mostShown }
    },
  })
  const { jobs = [], more = false } = found.data ?? {}
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
        {more && (
          <p className={styles.quiet}>Not all jobs found are shown. Enter the job’s number to find another one.</p>
        )}
      </div>
    </FormDialog>
  )
}
