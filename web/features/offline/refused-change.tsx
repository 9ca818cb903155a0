import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { discard, retry } from '#web/sync/ledger/ledger-store.ts'
import { asksToBookAnyway, type Entry } from '#web/sync/outbox/outbox.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { bookAnyway, ClashMessage } from './clashes/clash-message.tsx'
import { useConflict } from './conflicts/use-conflict.ts'
import { failureMessage } from './describe-command.ts'
import styles from './refused-change.module.css'

/** Saves the user's edit over someone else's. */
function saveMine({ commandId, command }: Entry) {
  if (command.type !== 'EditPart') return
  const { from: _, ...data } = command.data
  dispatch({ type: 'EditPart', data })
  void discard(commandId)
}

const failed = (error: string | undefined) => error && toast.failure(error)

/** A change that was refused or cannot be processed, with the reason and what can be done. */
export const RefusedChange = ({ entry }: { entry: Entry }) => {
  const { commandId, command, reason, code } = entry
  const isEdited = code === 'part-moved-on'
  const conflict = useConflict(entry)
  if (conflict)
    return (
      <span>
        {conflict.text}
        <span className={styles.actions}>
          {conflict.answers.map(({ name, act }) => (
            <button key={name} type="button" onClick={() => failed(act())}>
              {name}
            </button>
          ))}
        </span>
      </span>
    )
  if (asksToBookAnyway(entry))
    return (
      <div>
        <strong className={styles.failure}>Already booked</strong>
        <ClashMessage entry={entry} />
        <span className={styles.actions}>
          <button type="button" onClick={() => discard(commandId)}>
            Discard
          </button>
          <button type="button" onClick={() => bookAnyway(entry)}>
            Book anyway
          </button>
        </span>
      </div>
    )
  return (
    <span>
      <strong className={styles.failure}>{failureMessage(command.type)}</strong> {reason}
      {command.type === 'CreateJob' && <q className={styles.quote}>{command.data.apartmentName}</q>}
      {command.type === 'AddNote' && <q className={styles.quote}>{command.data.note}</q>}
      {command.type === 'AddPart' && <q className={styles.quote}>{command.data.name}</q>}
      <span className={styles.actions}>
        <button type="button" onClick={() => discard(commandId)}>
          {isEdited ? 'Take theirs' : 'Discard'}
        </button>
        <button type="button" onClick={() => (isEdited ? saveMine(entry) : retry(commandId))}>
          {isEdited ? 'Keep mine' : 'Retry'}
        </button>
      </span>
    </span>
  )
}
