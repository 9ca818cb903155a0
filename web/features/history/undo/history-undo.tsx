import { Button } from '@mantine/core'
import { useState } from 'react'
import { jobChanges } from '#core/history/changes.ts'
import { readable } from '#core/history/readable-changes.ts'
import type { UndoCommand } from '#core/history/undo.ts'
import type { JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import { withSeen } from '#core/job/seen-values.ts'
import type { DecisionContext } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predict } from '#core/prediction/prediction.ts'
import { nameOfField } from '#web/features/history/history-field-names.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './history-undo.module.css'
import { undoLabel } from './history-undo-label.ts'

type Props = { job: Job; command: UndoCommand; asked: DecisionContext<JobFacts>; zone: string; onClose: () => void }

/** Confirms putting a change back, with each value now and afterwards. */
export function UndoDialog({ job, command, asked, zone, onClose }: Props) {
  const dispatch = useDispatch()
  const people = usePeople()
  const [error, setError] = useState<string>()
  const words = undoLabel(command, zone)
  const put = () => {
    const refusal = dispatch(withSeen(job, command))
    if (refusal) return setError(refusal.error)
    onClose()
    toast.success('Put back')
  }
  const foretold = predict(job, command, asked, { commandId: '', happenedAt: asked.at, seq: 0 })
  const changes = isRefusal(foretold) ? [] : jobChanges(job, foretold.document)
  const rows = readable(changes, { zone, now: asked.at, nameOf: (userId) => people.get(userId)?.name ?? '' })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words}
      size={520}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={put} data-autofocus>
            Put it back
          </Button>
        </>
      }
    >
      <table className={styles.sides}>
        <caption>This is recorded as a new change. Nothing is removed from the history.</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Now</th>
            <th scope="col">Then</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, of, from, to }) => (
            <tr key={`${field} ${of} ${from} ${to}`}>
              <th scope="row">
                {nameOfField(field)}
                {of && <span className={styles.of}>{of}</span>}
              </th>
              <td>{from ?? '—'}</td>
              <td>{to ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}
