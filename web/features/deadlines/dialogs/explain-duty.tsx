import { useState } from 'react'
import { type Ending, endings, type Step, stepNames } from '#core/deadlines/values.ts'
import type { Duty } from '#core/job/duties/duty.ts'
import { dutyName } from '#core/job/duties/duty-name.ts'
import { endingNames } from '#web/features/deadlines/duty-words.ts'
import { useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { ChoiceField } from './choice-field.tsx'
import styles from './deadline-dialogs.module.css'
import { ReasonField } from './reason-field.tsx'

type Props = {
  jobId: string
  duty: Duty
  /** What is explained: a step, or the hazard as a whole. */
  step?: Step | undefined
  isLate?: boolean
  onClose: () => void
}

/** Says why a deadline is late, or anything else about it. */
export function ExplainDuty({ jobId, duty: { dutyId }, step, isLate = false, onClose }: Props) {
  const { busy, fault, send, errorOf } = useDutyCommand()
  const [reason, setReason] = useState('')
  const submit = async () => {
    if (!(await send({ type: 'ExplainDuty', data: { jobId, dutyId, reason, ...(step ? { step } : {}) } }))) return
    onClose()
    toast.success('Added')
  }
  return (
    <FormDialog
      title={isLate && step ? `${stepNames[step]}: why is it late?` : 'Add an explanation'}
      size={480}
      submit="Add"
      busy={busy}
      unsaved={reason.trim() !== ''}
      className={styles.form}
      error={fault && fault.field !== 'reason' ? fault.error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ReasonField label="What happened" first reason={reason} error={errorOf('reason')} onChange={setReason} />
      <p className={styles.note}>Kept with the job, and in the office’s evidence pack. The team does not see it.</p>
    </FormDialog>
  )
}

/** Ends a hazard or service level with deadlines left. */
export function EndDuty({ jobId, duty, onClose }: Omit<Props, 'step' | 'isLate'>) {
  const { busy, fault, send, errorOf } = useDutyCommand()
  const [ending, setEnding] = useState<Ending>('recorded by mistake')
  const [reason, setReason] = useState('')
  const submit = async () => {
    if (!(await send({ type: 'EndDuty', data: { jobId, dutyId: duty.dutyId, ending, reason } }))) return
    onClose()
    toast.success('Deadlines ended')
  }
  return (
    <FormDialog
      title={`End the deadlines: ${dutyName(duty)}`}
      size={480}
      submit="End deadlines"
      busy={busy}
      unsaved={reason.trim() !== ''}
      className={styles.form}
      error={fault && fault.field !== 'reason' ? fault.error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className={styles.note}>
        Nothing here counts as due any more. What was due, done and missed stays in the history.
      </p>
      <ChoiceField
        label="Why"
        first
        values={endings}
        nameOf={(one) => endingNames[one]}
        value={ending}
        onChange={setEnding}
      />
      <ReasonField reason={reason} error={errorOf('reason')} onChange={setReason} />
    </FormDialog>
  )
}
