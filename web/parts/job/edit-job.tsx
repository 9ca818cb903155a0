import { Button, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useRef, useState } from 'react'
import type { Job } from '#core/job.ts'
import { useDispatch } from '#web/ledger-store.ts'
import { Dialog, OopsDialog } from '#web/parts/dialog.tsx'
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

const fieldsOf = ({ apartmentName, createdAt, office }: Job) => ({
  apartmentName,
  createdAt,
  workOrder: office?.workOrder ?? '',
  agency: office?.agency ?? '',
  receivedBy: office?.receivedBy ?? '',
})
type Fields = ReturnType<typeof fieldsOf>

/** What was changed, and what it was changed from, so that a field which somebody else changed meanwhile is refused. */
export function changesOf(from: Fields, to: Fields): { from: Partial<Fields>; to: Partial<Fields> } {
  const names = (['apartmentName', 'createdAt', 'workOrder', 'agency', 'receivedBy'] as const).filter(
    (name) => from[name] !== to[name],
  )
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { from: only(from), to: only(to) }
}

function EditForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const dispatch = useDispatch()
  // What the editor saw first stays the base, whatever is pushed while they type.
  const [base] = useState(() => fieldsOf(job))
  const [fields, setFields] = useState(base)
  const [refusal, setRefusal] = useState<{ error: string; field?: string }>()
  const [oops, setOops] = useState<string>()
  const site = useRef<HTMLInputElement>(null)
  const set = (change: Partial<Fields>) => {
    setRefusal(undefined)
    setFields({ ...fields, ...change })
  }
  const errorOf = (name: keyof Fields) => refusal?.field === name && refusal.error
  const submit = () => {
    const { from, to } = changesOf(base, fields)
    const refused = dispatch({ type: 'EditJob', data: { jobId: job.jobId, ...to, from } })
    if (!refused) return onClose()
    setRefusal(refused)
    if (refused.refused === 'site-required') setOops(refused.error)
  }
  return (
    <>
      <Dialog
        opened
        onClose={onClose}
        title="Edit Job"
        footer={
          <>
            {refusal && !refusal.field && (
              <span className={styles.refusal} role="alert">
                {refusal.error}
              </span>
            )}
            <Button variant="default" onClick={onClose}>
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
    </>
  )
}
