import { Button } from '@mantine/core'
import { useState } from 'react'
import { jobChanges } from '#core/changes.ts'
import type { Job } from '#core/job.ts'
import type { JobFacts } from '#core/job-decisions.ts'
import type { Asked } from '#core/model.ts'
import { predict } from '#core/prediction.ts'
import { isRefusal } from '#core/refusals.ts'
import type { UndoCommand } from '#core/undo.ts'
import { useDispatch } from '#web/ledger-store.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { usePeople } from '#web/queries.ts'
import { readable } from './history-changes.ts'
import { nameOfField } from './history-field-names.ts'
import styles from './history-undo.module.css'
import { undoWords } from './history-undo-words.ts'

type Props = { job: Job; command: UndoCommand; asked: Asked<JobFacts>; zone: string; onClose: () => void }

/** Asks before a change is put back by a new one: what is now, and what will be. */
export function UndoDialog({ job, command, asked, zone, onClose }: Props) {
  const dispatch = useDispatch()
  const people = usePeople()
  const [error, setError] = useState<string>()
  const words = undoWords(command, zone)
  const put = () => {
    const refusal = dispatch(command)
    if (refusal) return setError(refusal.error)
    onClose()
    toast.success('Put back')
  }
  const foretold = predict(job, command, asked, { commandId: '', happenedAt: asked.at, seq: 0 })
  const changes = isRefusal(foretold) ? [] : jobChanges(job, foretold.document)
  const rows = readable(changes, { zone, nameOf: (userId) => people.get(userId)?.username ?? '' })
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
        <caption>This is a new change. Nothing is taken out of the history.</caption>
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
