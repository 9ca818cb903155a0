import { useState } from 'react'
import type { Duty } from '#core/job/duties/duty.ts'
import { readDuty } from '#web/features/deadlines/read-duty.ts'
import { useDeadlineSettings } from '#web/features/deadlines/use-company-deadlines.ts'
import { type Fault, useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './deadline-dialogs.module.css'
import { ExpectedDates } from './expected-dates.tsx'
import { HazardFields } from './hazard-fields.tsx'
import { MomentFields, useMoment } from './moment-fields.tsx'
import { ReasonField } from './reason-field.tsx'
import { reportOver } from './report-over.ts'
import { useHazardChoice } from './use-hazard-choice.ts'

type Props = { jobId: string; duty: Duty; onClose: () => void }

/** Corrects what was reported, how serious it is or when the report came, before the investigation is finished. */
export function CorrectReport({ jobId, duty, onClose }: Props) {
  // As the user opened it, or has been told of since: somebody else may correct the report in the meantime.
  const [seen, setSeen] = useState(duty)
  const { dutyId } = duty
  const { law } = useDeadlineSettings()
  const zone = useTimeZone()
  const { busy, fault, setFault, send, errorOf } = useDutyCommand()
  const choice = useHazardChoice(duty, () => setFault(undefined))
  const [reason, setReason] = useState('')
  const moment = useMoment(zone, duty.awareAt)
  /** What is chosen stays: it is recorded over what somebody else has corrected, once the user has been told of that. */
  const told = async (refused: Fault): Promise<Fault> => {
    if (refused.code !== 'report-moved-on') return refused
    const { duty: now } = await readDuty(jobId, dutyId)
    if (!now) return refused
    const { follows, words } = reportOver(seen, { ...choice, awareAt: moment.instant }, now, zone)
    choice.choose({
      ...(follows('hazard') ? { hazard: now.hazard } : {}),
      ...(follows('severity') ? { severity: now.severity } : {}),
    })
    moment.startAs(now.awareAt)
    setSeen(now)
    return { error: ['Someone else has corrected this report in the meantime.', ...words].join(' ') }
  }
  const submit = async () => {
    const { instant: awareAt } = moment
    if (!awareAt) return setFault({ field: 'awareAt', error: 'That time does not exist.' })
    const { hazard, severity, awareAt: before } = seen
    const from = hazard && severity ? { from: { hazard, severity, awareAt: before } } : {}
    const data = { jobId, dutyId, awareAt, law, reason, ...choice.given, ...from }
    if (!(await send({ type: 'RegradeHazard', data }, told))) return
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
