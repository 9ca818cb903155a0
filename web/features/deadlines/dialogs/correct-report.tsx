import { Textarea } from '@mantine/core'
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

type Props = { jobId: string; duty: Duty; onClose: () => void }

/** Corrects what was reported, how serious it is or when the report came, before the investigation is finished. */
export function CorrectReport({ jobId, duty, onClose }: Props) {
  const { law } = useDeadlineSettings()
  const zone = useTimeZone()
  const { busy, fault, setFault, send, errorOf } = useDutyCommand()
  const [hazard, setHazard] = useState(duty.hazard)
  const [severity, setSeverity] = useState(duty.severity)
  const [reason, setReason] = useState('')
  const moment = useMoment(zone, duty.awareAt)
  const submit = async () => {
    const { instant: awareAt } = moment
    if (!awareAt) return setFault({ field: 'awareAt', error: 'That time does not exist.' })
    const given = { ...(hazard ? { hazard } : {}), ...(severity ? { severity } : {}) }
    const data = { jobId, dutyId: duty.dutyId, awareAt, law, reason, ...given }
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
          <HazardFields
            law={law}
            hazard={hazard}
            severity={severity}
            onHazard={(to) => {
              setFault(undefined)
              setHazard(to)
            }}
            onSeverity={(to) => {
              setFault(undefined)
              setSeverity(to)
            }}
            errorOf={errorOf}
          />
          <MomentFields
            day="Report received"
            clock={moment.clock}
            zone={zone}
            error={errorOf('awareAt')}
            onChange={moment.setClock}
          />
          <Textarea
            label="Reason"
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2000}
            value={reason}
            error={errorOf('reason')}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </div>
        <ExpectedDates law={law} hazard={hazard} severity={severity} awareAt={moment.instant} zone={zone} />
      </div>
    </FormDialog>
  )
}

const isShown = (field: string | undefined) => ['hazard', 'severity', 'awareAt', 'reason'].some((one) => one === field)
