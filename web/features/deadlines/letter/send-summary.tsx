import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type SendingWay, sendingWays } from '#core/deadlines/values.ts'
import type { DutyOffice } from '#core/job/duties/duty.ts'
import { ChoiceField } from '#web/features/deadlines/dialogs/choice-field.tsx'
import styles from '#web/features/deadlines/dialogs/deadline-dialogs.module.css'
import { MomentFields, useMoment } from '#web/features/deadlines/dialogs/moment-fields.tsx'
import { sendingNames } from '#web/features/deadlines/duty-words.ts'
import { useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'

type Props = {
  jobId: string
  dutyId: string
  summaryId: string
  report: DutyOffice['report']
  onClose: () => void
}

/** Records that the letter went out: when, how and to whom. From then on it stays as it is. */
export function SendSummary({ jobId, dutyId, summaryId, report, onClose }: Props) {
  const zone = useTimeZone()
  const { busy, fault, setFault, send, errorOf } = useDutyCommand()
  const moment = useMoment(zone)
  const [sentHow, setSentHow] = useState<SendingWay>('email')
  const [sentTo, setSentTo] = useState(report?.reportedBy ?? '')
  const submit = async () => {
    const { instant: sentAt } = moment
    if (!sentAt) return setFault({ field: 'sentAt', error: 'That time does not exist.' })
    if (!(await send({ type: 'SendSummary', data: { jobId, dutyId, summaryId, sentAt, sentHow, sentTo } }))) return
    onClose()
    toast.success('Summary recorded as sent')
  }
  const isShown = fault?.field === 'sentAt' || fault?.field === 'metAt'
  return (
    <FormDialog
      title="Mark the summary as sent"
      size={480}
      submit="Mark as sent"
      busy={busy}
      className={styles.form}
      error={fault && !isShown ? fault.error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className={styles.note}>
        The day it is sent counts, not the day it is received. The letter cannot be changed afterwards.
      </p>
      <MomentFields
        day="Sent on"
        clock={moment.clock}
        zone={zone}
        error={errorOf('sentAt') ?? errorOf('metAt')}
        onChange={moment.setClock}
      />
      <div className={styles.pair}>
        <ChoiceField
          label="How"
          values={sendingWays}
          nameOf={(one) => sendingNames[one]}
          value={sentHow}
          onChange={setSentHow}
        />
        <TextInput
          label="To"
          maxLength={200}
          value={sentTo}
          onChange={({ currentTarget }) => setSentTo(currentTarget.value)}
        />
      </div>
    </FormDialog>
  )
}
