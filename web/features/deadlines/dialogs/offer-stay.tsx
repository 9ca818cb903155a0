import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { type OfferAnswer, offerAnswers } from '#core/deadlines/values.ts'
import type { Duty, DutyOffice } from '#core/job/duties/duty.ts'
import { answerNames } from '#web/features/deadlines/duty-words.ts'
import { useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { ChoiceField } from './choice-field.tsx'
import styles from './deadline-dialogs.module.css'
import { MomentFields, useMoment } from './moment-fields.tsx'

type Props = {
  jobId: string
  duty: Duty
  /** An offer that was recorded before, to note its answer. */
  offer?: DutyOffice['offers'][number] | undefined
  onClose: () => void
}

/** Records that the household was offered another place to stay, and what they answered. */
export function OfferStay({ jobId, duty: { dutyId }, offer, onClose }: Props) {
  const zone = useTimeZone()
  const { busy, fault, setFault, send, errorOf } = useDutyCommand()
  const moment = useMoment(zone, offer?.offeredAt)
  const [answer, setAnswer] = useState<OfferAnswer>(offer?.answer ?? 'waiting')
  const [note, setNote] = useState(offer?.note ?? '')
  const [offerId] = useState(() => offer?.offerId ?? uuid())
  const submit = async () => {
    const { instant: offeredAt } = moment
    if (!offeredAt) return setFault({ field: 'offeredAt', error: 'That time does not exist.' })
    if (!(await send({ type: 'OfferStay', data: { jobId, dutyId, offerId, offeredAt, answer, note } }))) return
    onClose()
    toast.success('Offer recorded')
  }
  return (
    <FormDialog
      title="Offered another place to stay"
      size={480}
      submit="Record"
      busy={busy}
      unsaved={note !== (offer?.note ?? '')}
      className={styles.form}
      error={fault && fault.field !== 'offeredAt' ? fault.error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <MomentFields
        day="Offered on"
        clock={moment.clock}
        zone={zone}
        error={errorOf('offeredAt')}
        onChange={moment.setClock}
      />
      <ChoiceField
        label="Answer"
        values={offerAnswers}
        nameOf={(one) => answerNames[one]}
        value={answer}
        onChange={setAnswer}
      />
      <Textarea
        label="Where, and what was said"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  )
}
