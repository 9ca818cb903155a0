import { Button, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Job } from '#core/job.ts'
import { useDispatch } from '#web/ledger-store.ts'
import { ConfirmDialog, Dialog, OopsDialog } from '#web/parts/dialog.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { type Edit, type EditField, type EditFields, editFieldsOf, editOf, isEditField } from './edit-fields.ts'
import { JobInDialog } from './job-in-dialog.tsx'
import { NameField } from './name-field.tsx'
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
        <form
          id="edit-job"
          className={styles.form}
          noValidate
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            submit()
          }}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <TextInput
            label="Work Order"
            maxLength={200}
            value={fields.workOrder}
            error={errorOf('workOrder')}
            onChange={({ currentTarget }) => set({ workOrder: currentTarget.value })}
          />
          <DateInput
            label="Created On"
            rightSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
            rightSectionPointerEvents="none"
            value={fields.createdAt}
            error={errorOf('createdAt')}
            onChange={(createdAt) => createdAt && set({ createdAt })}
          />
          <NameField
            ref={site}
            className={styles.wide}
            label="Apartment Name"
            required
            data-autofocus
            list="apartments"
            from={3}
            value={fields.apartmentName}
            error={errorOf('apartmentName')}
            onChange={(apartmentName) => set({ apartmentName })}
          />
          <NameField
            label="Agency"
            list="agencies"
            from={3}
            value={fields.agency}
            error={errorOf('agency')}
            onChange={(agency) => set({ agency })}
          />
          <NameField
            label="Received By"
            list="receivedBy"
            from={3}
            value={fields.receivedBy}
            error={errorOf('receivedBy')}
            onChange={(receivedBy) => set({ receivedBy })}
          />
        </form>
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
