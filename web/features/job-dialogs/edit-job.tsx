import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { useDispatch } from '#web/sync/ledger/ledger-store.ts'
import { ConfirmDialog, Dialog, OopsDialog } from '#web/ui/dialogs/dialog.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { type Edit, type EditField, type EditFields, editFieldsOf, editOf, isEditField } from './edit-fields.ts'
import { JobForm } from './job-form.tsx'
import { JobInDialog } from './job-in-dialog.tsx'
import styles from './new-job.module.css'

type Props = { jobId: string; onClose: () => void }

/** The Edit Job modal of the office. */
export const EditJob = ({ jobId, onClose }: Props) => (
  <JobInDialog jobId={jobId} title="Edit Job" onClose={onClose}>
    {(job) => <EditForm job={job} onClose={onClose} />}
  </JobInDialog>
)

function EditForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const dispatch = useDispatch()
  // What the editor saw first stays the base, whatever is pushed while they type.
  const [base] = useState(() => editFieldsOf(job))
  const [fields, setFields] = useState(base)
  const [refusal, setRefusal] = useState<{ error: string; field?: string }>()
  const [oops, setOops] = useState<string>()
  const [conflict, setConflict] = useState<{ edit: Edit; field: EditField }>()
  const [leaving, setLeaving] = useState(false)
  const site = useRef<HTMLInputElement>(null)
  const set = (change: Partial<EditFields>) => {
    setRefusal(undefined)
    setFields({ ...fields, ...change })
  }
  const errorOf = (name: EditField) => refusal?.field === name && refusal.error
  const edit = editOf(job.jobId, base, fields)
  const isTyped = Object.keys(edit.from ?? {}).length > 0
  const leave = () => (isTyped ? setLeaving(true) : onClose())
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
      <Dialog
        opened
        onClose={leave}
        title="Edit Job"
        footer={
          <>
            {refusal && !refusal.field && (
              <span className={styles.refusal} role="alert">
                {refusal.error}
              </span>
            )}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form="edit-job">
              Save
            </Button>
          </>
        }
      >
        <JobForm
          id="edit-job"
          fields={fields}
          onChange={set}
          onSubmit={submit}
          errorOf={errorOf}
          first="apartmentName"
          site={site}
          siteFrom={3}
        />
      </Dialog>
      <OopsDialog
        message={oops}
        onClose={() => {
          setOops(undefined)
          setTimeout(() => site.current?.focus(), 150)
        }}
      />
      {conflict && <EditConflict job={job} {...conflict} onDone={onClose} onClose={() => setConflict(undefined)} />}
      <ConfirmDialog
        opened={leaving}
        title="Leave without saving the job?"
        confirm="Leave"
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        What you have changed will be lost.
      </ConfirmDialog>
    </>
  )
}
