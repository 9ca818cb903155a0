import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { GivenVat } from '#core/company/vat-treatments.ts'
import type { Job } from '#core/job/job.ts'
import { withSeen } from '#core/job/seen-values.ts'
import { needsAllTasksCompleted, teamWarnings, type Warning, warningStatus } from '#core/job/values.ts'
import { isOffice } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import type { Refusal } from '#core/model/refusals.ts'
import { useUser } from '#web/client/use-user.ts'
import { dispatchAnnounced } from '#web/features/announce/dispatch-announced.ts'
import { VatField } from '#web/features/invoice/vat-field.tsx'
import { useDraft } from '#web/sync/device/drafts.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { isMovedOn, whatNow } from '#web/ui/in-place/moved-on.ts'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { JobInDialog } from './job-in-dialog.tsx'
import styles from './warning-dialog.module.css'
import { warningNow } from './warning-now.ts'

type Props = { jobId: string; onClose: () => void }

/** Sets a job's warning. Each choice shows its effect on the job's status; Invoiced then prompts for the number. */
export const WarningDialog = ({ jobId, onClose }: Props) => (
  <JobInDialog jobId={jobId} title="Warning" onClose={onClose}>
    {(job) => <Choices job={job} onClose={onClose} />}
  </JobInDialog>
)

const officeOrder: readonly Warning[] = [
  'no access',
  'reschedule',
  'quote sent',
  'quote approved',
  'quote rejected',
  'cancelled',
  'management',
  'insurance',
  'invoiced',
  'free of charge',
  '',
]

function Choices({ job, onClose }: { job: Job; onClose: () => void }) {
  const { userRole } = useUser()
  // As the user opened it, or has been told of it since: somebody else may change the warning or the invoice in the meantime.
  const [before, setBefore] = useState(job)
  const [refusal, setRefusal] = useState<Refusal>()
  const [asked, setAsked] = useState(false)
  const [number, setNumber, drop] = useDraft(`invoice ${job.jobId}`, job.office?.invoice)
  /** That of the job's invoice, if it has one, until another is chosen here. */
  const [vat, setVat] = useState<GivenVat | undefined>(job.office?.invoiceVat)
  const invoice = asked ? number : undefined
  const choices = isOffice(userRole) ? officeOrder : teamWarnings
  // The team may not be able to choose what the office has set.
  const [chosen, setChosen] = useState(choices.find((one) => one === job.warning))
  const invoiced = (of: string) => ({ invoice: of, ...(vat === undefined ? {} : { vat }) })
  const submit = () => {
    if (chosen === undefined) return
    const data = { jobId: job.jobId, warning: chosen, ...(invoice === undefined ? {} : invoiced(invoice)) }
    const command = { type: 'ChangeWarning', data } as const
    const outcome = dispatchAnnounced(withSeen(before, command))
    if (!outcome) {
      drop()
      return onClose()
    }
    if (isMovedOn(outcome)) {
      const { words, seen } = warningNow(before, job, command)
      setBefore(seen)
      return setRefusal({ ...outcome, error: whatNow(outcome, words, 'Setting') })
    }
    // The first time, a missing number is only asked for; after that it is an error.
    const asksForNumber = outcome.refused === 'invoice-required' && invoice === undefined
    setRefusal(asksForNumber ? undefined : outcome)
    if (asksForNumber) setAsked(true)
  }
  return (
    <FormDialog
      title="Warning"
      size={520}
      asksAgain
      submit={`Set ${chosen === undefined ? 'warning' : label(chosen)}`}
      disabled={chosen === undefined}
      aside={
        invoice !== undefined && (
          <Button variant="subtle" className={styles.back} onClick={() => setAsked(false)}>
            Back
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {invoice === undefined ? (
        <fieldset className={styles.choices}>
          <legend className="sr">Warning for {job.apartmentName}</legend>
          {choices.map((warning) => (
            <Choice
              key={warning}
              job={job}
              warning={warning}
              checked={warning === chosen}
              onChoose={() => {
                setChosen(warning)
                setRefusal(undefined)
              }}
            />
          ))}
        </fieldset>
      ) : (
        <div className={styles.invoice}>
          <TextInput
            label="Invoice number"
            required
            autoFocus
            maxLength={100}
            value={invoice}
            error={refusal && !isMovedOn(refusal) && refusal.error}
            onChange={({ currentTarget }) => {
              setNumber(currentTarget.value)
              setRefusal(undefined)
            }}
          />
          <VatField value={vat ?? ''} onChange={setVat} />
        </div>
      )}
      {refusal && (invoice === undefined || isMovedOn(refusal)) && (
        <p className={styles.refusal} role="alert">
          {refusal.error}
        </p>
      )}
    </FormDialog>
  )
}

type ChoiceProps = { job: Job; warning: Warning; checked: boolean; onChoose: () => void }

const Choice = ({ job, warning, checked, onChoose }: ChoiceProps) => (
  <label className={styles.choice}>
    <input type="radio" name="warning" checked={checked} onChange={onChoose} data-autofocus={checked || undefined} />
    <WarningTag warning={warning} />
    <Effect job={job} warning={warning} />
  </label>
)

function Effect({ job, warning }: { job: Job; warning: Warning }) {
  const status = warningStatus[warning]
  const open = job.jobDescriptions.filter((task) => task.status !== 'completed').length
  if (needsAllTasksCompleted(warning) && open > 0)
    return <span className={styles.open}>{open === 1 ? '1 task is' : `${open} tasks are`} not completed</span>
  if (warning === '') return <span className={styles.effect}>clears the warning</span>
  if (!status) return <span className={styles.effect}>status unchanged</span>
  return (
    <span className={styles.effect}>
      sets <StatusBadge status={status} />
    </span>
  )
}
