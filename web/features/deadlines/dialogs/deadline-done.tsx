import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Finding, findings, type Proof, proofs } from '#core/deadlines/values.ts'
import type { Deadline, Duty } from '#core/job/duties/duty.ts'
import { isOffice } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { doneNames, findingNames, proofNames } from '#web/features/deadlines/duty-words.ts'
import { useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { ChoiceField } from './choice-field.tsx'
import styles from './deadline-dialogs.module.css'
import { MomentFields, useMoment } from './moment-fields.tsx'
import { RadioCards } from './radio-cards.tsx'

type Props = { job: JobBesidesTasks; duty: Duty; deadline: Deadline; onClose: () => void }

/** Records a step as done: when, by whom and what proves it; an investigation also says what it found. */
export function DeadlineDone({ job, duty, deadline, onClose }: Props) {
  const { step } = deadline
  const { userId, userRole } = useUser()
  const zone = useTimeZone()
  const people = usePeople()
  const { busy, fault, setFault, send, errorOf } = useDutyCommand()
  const moment = useMoment(zone)
  const [by, setBy] = useState(userId)
  const [proof, setProof] = useState<Proof>(step === 'summary' ? 'document' : 'visit')
  const [note, setNote] = useState('')
  const [found, setFound] = useState<Finding>()
  const isInvestigation = step === 'investigate'
  const submit = async () => {
    const metAt = moment.instant
    if (!metAt) return setFault({ field: 'metAt', error: 'That time does not exist.' })
    const data = { jobId: job.jobId, dutyId: duty.dutyId, metAt, proof, note, ...(by === userId ? {} : { by }) }
    if (isInvestigation) {
      if (!found) return setFault({ field: 'found', error: 'Say what the investigation found.' })
      if (!(await send({ type: 'ConcludeInvestigation', data: { ...data, found } }))) return
    } else {
      const refusal = dispatch({ type: 'MeetDeadline', data: { ...data, step } })
      if (refusal) return setFault(refusal)
    }
    onClose()
    toast.success(`${doneNames[step]}: recorded`)
  }
  const nameOf = (one: string) => (one === userId ? 'Me' : (people.get(one)?.name ?? 'Former member'))
  return (
    <FormDialog
      title={isInvestigation ? 'Finish the investigation' : doneNames[step]}
      size={520}
      submit="Record"
      busy={busy}
      unsaved={note.trim() !== ''}
      className={styles.form}
      error={fault && !isShown(fault.field) ? fault.error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isInvestigation && (
        <RadioCards
          legend="What was found?"
          options={findings.map((one) => [one, findingNames[one]] as const)}
          value={found}
          error={errorOf('found')}
          onChange={setFound}
        />
      )}
      <MomentFields day="When" clock={moment.clock} zone={zone} error={errorOf('metAt')} onChange={moment.setClock} />
      <div className={styles.pair}>
        {isOffice(userRole) && (
          <ChoiceField
            label="Who"
            values={[...new Set([userId, ...visitorsOf(job)])]}
            nameOf={nameOf}
            value={by}
            error={errorOf('by')}
            onChange={setBy}
          />
        )}
        <ChoiceField
          label="What proves it"
          values={proofs}
          nameOf={(one) => proofNames[one]}
          value={proof}
          onChange={setProof}
        />
      </div>
      <Textarea
        label="Note"
        placeholder={placeholders[step]}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {isInvestigation && (
        <p className={styles.note}>The deadlines that follow are set from this time, by the rule of the report.</p>
      )}
    </FormDialog>
  )
}

/** Everyone who was ever assigned to a visit of the job. */
const visitorsOf = ({ assignedTo, wereAssigned }: JobBesidesTasks) => [
  ...assignedTo,
  ...Object.values(wereAssigned ?? {}).flat(),
]

const placeholders: Partial<Record<Deadline['step'], string>> = {
  investigate: 'Mould behind the wardrobe, extractor not working',
  'make safe': 'Power to the kitchen is off',
}

const isShown = (field: string | undefined) => ['metAt', 'by', 'found'].some((one) => one === field)
