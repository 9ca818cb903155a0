import { useState } from 'react'
import type { Duty } from '#core/job/duties/duty.ts'
import { useDeadlineSettings } from '#web/features/deadlines/use-company-deadlines.ts'
import { useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './deadline-dialogs.module.css'
import { ExpectedDates } from './expected-dates.tsx'
import { HazardFields } from './hazard-fields.tsx'
import { MomentFields, useMoment } from './moment-fields.tsx'
import { ReasonField } from './reason-field.tsx'
import { useHazardChoice } from './use-hazard-choice.ts'

type Props = { jobId: string; duty: Duty; onClose: () => void }

/** Corrects what was reported, how serious it is or when the report came, before the investigation is finished. */
export function CorrectReport({ jobId, duty, onClose }: Props) {
  // As the user opened it: somebody else may correct the report in the meantime.
  const [{ dutyId, hazard, severity, awareAt: before }] = useState(duty)
  const { law } = useDeadlineSettings()
  const zone = useTimeZone()
  const { busy, fault, setFault, send, errorOf } = useDutyCommand()
  const choice = useHazardChoice(duty, () => setFault(undefined))
  const [reason, setReason] = useState('')
  const moment = useMoment(zone, duty.awareAt)
  const submit = async () => {
    const { instant: awareAt } = moment
    if (!awareAt) return setFault({ field: 'awareAt', error: 'That time does not exist.' })
    const from = hazard && severity ? { from: { hazard, severity, awareAt: before } } : {}
    const data = { jobId, dutyId, awareAt, law, reason, ...choice.given, ...from }
    if (!(await send({ type: 'RegradeHazard', data }))) return
    onClose()
    toast.success('Deadlines set again')
  }
  return (
    <FormDialog
      title="Correct the report"
      size={860}
      submit="Set deadlines again"
      busy={busy}
      unsaved={reason.trim() !== ''}
      error={fault && !isShown(fault.field) ? fault.error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className={styles.beside}>
        <div className={styles.fields}>
          <HazardFields law={law} choice={choice} errorOf={errorOf} />
          <MomentFields
            day="Report received"
            clock={moment.clock}
            zone={zone}
            error={errorOf('awareAt')}
            onChange={moment.setClock}
          />
          <ReasonField reason={reason} error={errorOf('reason')} onChange={setReason} />
        </div>
        <ExpectedDates
          law={law}
          hazard={choice.hazard}
          severity={choice.severity}
          awareAt={moment.instant}
          zone={zone}
        />
      </div>
    </FormDialog>
  )
}

const isShown = (field: string | undefined) => ['hazard', 'severity', 'awareAt', 'reason'].some((one) => one === field)
