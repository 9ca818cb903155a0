import { Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { ReportShown } from '#core/wire/jobs/reports.ts'
import { HazardFields } from '#web/features/deadlines/dialogs/hazard-fields.tsx'
import { useHazardChoice } from '#web/features/deadlines/dialogs/use-hazard-choice.ts'
import { useDeadlineSettings } from '#web/features/deadlines/use-company-deadlines.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { ago } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { useDecision } from './report-reads.ts'
import styles from './reports.module.css'

/** Makes a job of a report. If it is a hazard, the law's clock starts when the report came. */
export function MakeJob({ report, onClose }: { report: ReportShown; onClose: () => void }) {
  const { law } = useDeadlineSettings()
  const zone = useTimeZone()
  const now = useNow()
  const { busy, fault, setFault, makeJob } = useDecision()
  const [ids] = useState(() => ({ jobId: uuid(), taskId: uuid(), dutyId: uuid() }))
  const [site, setSite] = useState(report.place.slice(0, 200))
  const [task, setTask] = useState(report.words)
  const [isHazard, setIsHazard] = useState(report.urgency !== 'can wait')
  const choice = useHazardChoice({}, () => setFault(undefined))
  const errorOf = (field: string) => (fault?.field === field ? fault.error : undefined)
  const submit = async () => {
    const { jobId, taskId, dutyId } = ids
    const tasks = task.trim() ? [{ taskId, description: task.trim() }] : []
    const hazard = isHazard ? { hazard: { dutyId, law, ...choice.given } } : {}
    if (!(await makeJob(report.reportId, { jobId, apartmentName: site, tasks, ...hazard }))) return
    onClose()
    toast.success('Job made from the report')
  }
  const isShown = ['apartmentName', 'hazard', 'severity'].some((one) => one === fault?.field)
  return (
    <FormDialog
      title="Make a job"
      submit="Make the job"
      busy={busy}
      error={fault && !isShown ? fault.error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextInput
          label="Site"
          maxLength={200}
          value={site}
          error={errorOf('apartmentName')}
          onChange={({ currentTarget }) => setSite(currentTarget.value)}
        />
        <Textarea
          label="Task"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={5_000}
          value={task}
          onChange={({ currentTarget }) => setTask(currentTarget.value)}
        />
        <Switch
          label="This may be a hazard to health"
          description={`Its legal deadlines run from when the report came in: ${ago(report.reportedAt, now, zone)}.`}
          checked={isHazard}
          onChange={({ currentTarget }) => setIsHazard(currentTarget.checked)}
        />
        {isHazard && <HazardFields law={law} choice={choice} errorOf={errorOf} />}
      </div>
    </FormDialog>
  )
}
