import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { dayName } from '#core/time/format.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { discard } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './edit-conflict.module.css'
import { type Edit, type EditField, editFieldsOf, editNames, isEditField, resolved } from './edit-fields.ts'
import { JobInDialog } from './job-in-dialog.tsx'

type Props = { job: Job; edit: Edit; field: EditField; onDone: () => void; onClose: () => void }

/** Asks which value to keep of each field that two people changed, one field at a time. */
export function EditConflict({ job, onDone, onClose, ...first }: Props) {
  const dispatch = useDispatch()
  const [{ edit, field }, setAsked] = useState(first)
  const theirs = editFieldsOf(job)[field]
  const answer = (keep: 'mine' | 'theirs') => {
    const rest = resolved(edit, field, theirs, keep)
    const refusal = rest && dispatch({ type: 'EditJob', data: rest })
    if (rest && refusal?.refused === 'job-moved-on' && isEditField(refusal.field))
      return setAsked({ edit: rest, field: refusal.field })
    if (refusal) toast.failure(refusal.error)
    onDone()
  }
  const shown = (value: string) => (field === 'createdAt' ? dayName(value) : value) || '(blank)'
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Which ${editNames[field]} should be kept?`}
      size={480}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={() => answer('theirs')}>
            Take theirs
          </Button>
          <Button onClick={() => answer('mine')}>Keep mine</Button>
        </>
      }
    >
      <p className={styles.why}>Someone else has changed this field of {job.apartmentName}.</p>
      <dl className={styles.values}>
        <div>
          <dt>Mine</dt>
          <dd>{shown(edit[field] ?? '')}</dd>
        </div>
        <div>
          <dt>Theirs (current)</dt>
          <dd>{shown(theirs)}</dd>
        </div>
      </dl>
    </Dialog>
  )
}

/** The same for an edit the server refused, which is sent again as decided. */
export function RefusedEdit({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { command, field, commandId } = entry
  if (command.type !== 'EditJob' || !isEditField(field)) return null
  return (
    <JobInDialog jobId={command.data.jobId} title="Which one should be kept?" onClose={onClose}>
      {(job) => (
        <EditConflict
          job={job}
          edit={command.data}
          field={field}
          onDone={() => void discard(commandId)}
          onClose={onClose}
        />
      )}
    </JobInDialog>
  )
}
