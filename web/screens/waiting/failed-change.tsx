import { Button, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { v7 as uuid } from 'uuid'
import { isOfJob } from '#core/prediction/subjects.ts'
import { bookAnyway, ClashMessage } from '#web/features/offline/clashes/clash-message.tsx'
import { ConflictChoice } from '#web/features/offline/conflicts/conflict-choice.tsx'
import type { Question } from '#web/features/offline/conflicts/question.ts'
import { useConflict } from '#web/features/offline/conflicts/use-conflict.ts'
import { failureMessage } from '#web/features/offline/describe-command.ts'
import { useDraft } from '#web/sync/device/drafts.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { discard, retry } from '#web/sync/ledger/ledger-store.ts'
import { asksToBookAnyway, type Entry } from '#web/sync/outbox/outbox.ts'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './waiting.module.css'
import { Change } from './waiting-row.tsx'

/** A change the server refused or keeps failing to process, with the reason and what can be done: discard, retry or, for a comment, edit. */
export function FailedChange({ entry }: { entry: Entry }) {
  const { command, commandId, reason, state } = entry
  const conflict = useConflict(entry)
  const isClash = asksToBookAnyway(entry)
  const [open, setOpen] = useState<'discard' | 'edit'>()
  const close = () => setOpen(undefined)
  return (
    <li className={styles.failed}>
      <div className={styles.head}>
        <Change entry={entry} />
      </div>
      <div className={styles.reason}>
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        <div>
          {conflict ? (
            conflict.text
          ) : (
            <>
              <strong>{isClash ? 'Already booked' : failureMessage(command.type)}</strong>{' '}
              {isClash ? <ClashMessage entry={entry} /> : reason}
            </>
          )}
          {state === 'stuck' && ' Later changes to the same record wait. Fettle tries again every few minutes.'}
        </div>
      </div>
      {conflict ? (
        <Answers entry={entry} question={conflict} />
      ) : (
        <div className={styles.actions}>
          <Button variant="default" onClick={() => setOpen('discard')}>
            Discard
          </Button>
          {isClash ? (
            <Button onClick={() => bookAnyway(entry)}>Book anyway</Button>
          ) : (
            <Button variant="default" onClick={() => void retry(commandId)}>
              Retry
            </Button>
          )}
          {command.type === 'AddNote' && <Button onClick={() => setOpen('edit')}>Edit</Button>}
        </div>
      )}
      <ConfirmDialog
        opened={open === 'discard'}
        title="Discard this change?"
        confirm="Discard"
        onConfirm={() => void discard(commandId)}
        onClose={close}
      >
        It hasn’t been sent and will be lost.
      </ConfirmDialog>
      {open === 'edit' && command.type === 'AddNote' && (
        <EditNote
          entry={entry}
          note={command.data.note}
          onClose={close}
          onSave={(note) => {
            const { jobId, mentions } = command.data
            const refusal = dispatch({ type: 'AddNote', data: { jobId, noteId: uuid(), note, mentions } })
            if (!refusal) void discard(commandId)
            return refusal?.error
          }}
        />
      )}
    </li>
  )
}

/** The filled button names the chosen answer. */
function Answers({ entry: { command }, question }: { entry: Entry; question: Question }) {
  const [first] = question.answers
  const [chosen, setChosen] = useState(first)
  const answer = question.answers.find((one) => one.name === chosen?.name) ?? first
  const give = () => {
    const error = answer?.act()
    if (error) toast.failure(error)
  }
  return (
    <>
      <div className={styles.asked}>
        <ConflictChoice question={question} chosen={answer?.name ?? ''} onChoose={setChosen} />
      </div>
      <div className={styles.actions}>
        {isOfJob(command) && (
          <Button variant="default" component={Link} to={`/job/${command.data.jobId}`}>
            See the job
          </Button>
        )}
        <Button onClick={give}>{answer?.name}</Button>
      </div>
    </>
  )
}

type EditProps = { entry: Entry; note: string; onClose: () => void; onSave: (note: string) => string | undefined }

/** What is typed stays until it is sent, also while the dialog is closed. */
function EditNote({ entry: { commandId }, note, onClose, onSave }: EditProps) {
  const [text, setText] = useDraft(`edited ${commandId}`, note)
  const [error, setError] = useState<string>()
  const save = () => {
    const wrong = onSave(text)
    if (wrong) return setError(wrong)
    setText(note)
    onClose()
  }
  return (
    <FormDialog title="Edit comment" submit="Send" onSubmit={save} onClose={onClose}>
      <Textarea
        label="Comment"
        autosize
        minRows={4}
        maxRows={16}
        data-autofocus
        value={text}
        error={error}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  )
}
