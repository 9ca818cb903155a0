import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import type { z } from 'zod/mini'
import type { note } from '#core/job/job.ts'
import { noteCount } from '#core/job/newest-notes.ts'
import { roles } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { useUser } from '#web/client/use-user.ts'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { dispatchDeletion, useDispatch } from '#web/sync/ledger/dispatch.ts'
import { useUnsent } from '#web/sync/ledger/ledger-store.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { type PersonName, personOf, usePeople } from '#web/sync/reads/people.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { ago } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './discussion.module.css'

export type Note = z.infer<typeof note>

/** Few jobs have so many comments. */
const OlderNotes = lazyComponent(async () => (await import('./older-notes.tsx')).OlderNotes)

/** Few comments name somebody. */
const NoteWords = lazyComponent(
  async () => (await import('#web/features/mentions/note-words.tsx')).NoteWords,
  ({ note }) => note,
)

/** The comments of a job, oldest first. */
export const Notes = besidesTasks(function Notes({ job }: { job: JobBesidesTasks }) {
  const { jobId, extraNotes, olderNotes } = job
  // Read once here: a hundred comments that each subscribe to the clock and the people render slowly.
  const people = usePeople()
  const now = useNow()
  const zone = useTimeZone()
  const unsent = new Set(useUnsent(jobId).flatMap(({ command: { data } }) => ('noteId' in data ? [data.noteId] : [])))
  const list = useRef<HTMLOListElement>(null)
  const mayWork = useMay('work')
  if (noteCount(job) === 0) return <p className={styles.empty}>No comments yet.</p>
  return (
    <>
      {olderNotes !== undefined && <OlderNotes jobId={jobId} count={olderNotes} list={list} />}
      <ol ref={list} className={styles.notes}>
        {extraNotes.map((one) => (
          <Comment
            key={one.noteId}
            jobId={jobId}
            note={one}
            author={people.get(one.userId)}
            when={ago(one.timestamp, now, zone)}
            unsent={unsent.has(one.noteId)}
            mayWork={mayWork}
          />
        ))}
      </ol>
    </>
  )
})

type CommentProps = {
  jobId: string
  note: Note
  author: PersonName | undefined
  when: string
  unsent: boolean
  mayWork: boolean
}

const Comment = memo(function Comment({ jobId, note, author, when, unsent, mayWork }: CommentProps) {
  const { noteId, note: words, mentions, userId, userRole, timestamp } = note
  const dispatch = useDispatch()
  const user = useUser()
  const person = author ?? (userId === user.userId ? personOf(user) : undefined)
  const name = userRole === 'tenant' ? 'The tenant' : (person?.name ?? '')
  const role = roles.find((one) => one === userRole)
  const remove = () => {
    const deletion = dispatchDeletion({ type: 'DeleteNote', data: { jobId, noteId } })
    if (isRefusal(deletion)) return toast.failure(deletion.error)
    const again = { type: 'AddNote', data: { jobId, noteId, note: words, mentions } } as const
    const undo = async () => (await deletion.undo()) || dispatch(again)
    toast.undoable('Deleted your comment', () => void undo())
  }
  return (
    <li className={styles.note}>
      <PersonAvatar name={name} role={role ?? 'admin'} look={person?.look} />
      <div className={styles.said}>
        <p className={styles.who}>
          <strong>{name}</strong> {role && <RoleTag role={role} />} <time dateTime={timestamp}>{when}</time>
          {unsent && <span className={styles.unsent}> · waiting to send</span>}
        </p>
        <p className={styles.words}>
          {mentions ? <NoteWords note={words} mentions={mentions} at={timestamp} /> : words}
        </p>
      </div>
      {mayWork && userId === user.userId && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          className={styles.delete}
          aria-label="Delete your comment"
          onClick={remove}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
})
