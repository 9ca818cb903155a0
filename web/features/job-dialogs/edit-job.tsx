import { useRef, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { OopsDialog } from '#web/ui/dialogs/dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { type Edit, type EditField, type EditFields, editFieldsOf, editOf, isEditField } from './edit-fields.ts'
import { JobFields } from './job-fields.tsx'
import { JobInDialog } from './job-in-dialog.tsx'
import styles from './new-job.module.css'

type Props = { jobId: string; onClose: () => void }

/** The Edit Job dialog, for the office. */
export const EditJob = ({ jobId, onClose }: Props) => (
  <JobInDialog jobId={jobId} title="Edit Job" onClose={onClose}>
    {(job) => <EditForm job={job} onClose={onClose} />}
  </JobInDialog>
)

function EditForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const dispatch = useDispatch()
  // The edit stays based on what the editor first saw, whatever is pushed while they type.
  const [base] = useState(() => editFieldsOf(job))
  const [fields, setFields] = useState(base)
  const [refusal, setRefusal] = useState<{ error: string; field?: string }>()
  const [oops, setOops] = useState<string>()
  const [conflict, setConflict] = useState<{ edit: Edit; field: EditField }>()
  const site = useRef<HTMLInputElement>(null)
  const set = (change: Partial<EditFields>) => {
    setRefusal(undefined)
    setFields({ ...fields, ...change })
  }
  const errorOf = (name: EditField) => refusal?.field === name && refusal.error
  const edit = editOf(job.jobId, base, fields)
  const isTyped = Object.keys(edit.from ?? {}).length > 0
  const submit = () => {
    const refused = dispatch({ type: 'EditJob', data: edit })
    if (!refused) return onClose()
    if (refused.refused === 'job-moved-on' && isEditField(refused.field))
      return setConflict({ edit, field: refused.field })
    setRefusal(refused)
    if (refused.refused === 'site-required') setOops(refused.error)
  }
  return (
    <>
      <FormDialog
        title="Edit Job"
        submit="Save"
        unsaved={isTyped}
        className={styles.form}
        error={refusal && !refusal.field ? refusal.error : undefined}
        onSubmit={submit}
        onClose={onClose}
      >
        <JobFields fields={fields} onChange={set} errorOf={errorOf} first="apartmentName" site={site} siteFrom={3} />
      </FormDialog>
      <OopsDialog
        message={oops}
        onClose={() => {
          setOops(undefined)
          setTimeout(() => site.current?.focus(), 150)
        }}
      />
      {conflict && <EditConflict job={job} {...conflict} onDone={onClose} onClose={() => setConflict(undefined)} />}
    </>
  )
}
