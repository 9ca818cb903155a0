import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Job } from '#core/job/job.ts'
import { noteCount, notesPage } from '#core/job/newest-notes.ts'
import { roles } from '#core/model/messages.ts'
import type { JobNotesAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import { NoteWords } from '#web/features/mentions/note-words.tsx'
import { useNamesAt, usePeople } from '#web/sync/reads/people.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { Card } from '#web/ui/card.tsx'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import { counted } from '#web/ui/number-format.ts'
import styles from './past-job-cards.module.css'

type Props = {
  then: Job
  /** Those of its comments that were deleted since. */
  deleted: ReadonlySet<string>
  at: string
  zone: string
}

/** The comments at the time, with people called as they were then: the newest of many; older ones are read on asking. */
export function PastNotes({ then, deleted, at, zone }: Props) {
  const people = usePeople()
  const nameThen = useNamesAt(at)
  const older = useOlderNotes(then)
  const notes = [...older.notes, ...then.extraNotes]
  const gone = new Set([...deleted, ...older.deleted])
  const count = noteCount(then)
  return (
    <Card title="Discussion" detail={String(count || '')}>
      {count === 0 && <p className={styles.noneIn}>No comments yet.</p>}
      {count > notes.length && (
        <Button variant="default" loading={older.isFetching} onClick={older.read}>
          {older.isError ? 'Try again' : `Show ${counted(Math.min(count - notes.length, notesPage), 'older comment')}`}
        </Button>
      )}
      <ol className={styles.rows}>
        {notes.map(({ noteId, note, mentions, userId, userRole, timestamp }) => {
          const role = roles.find((one) => one === userRole)
          const person = people.get(userId)
          const name = nameThen(userId)
          return (
            <li key={noteId} className={styles.note} data-changed={gone.has(noteId) || undefined}>
              <PersonAvatar name={name} role={role ?? 'admin'} look={person?.look} />
              <div className={styles.words}>
                <p>
                  <strong>{name}</strong> {role && <RoleTag role={role} />}{' '}
                  <time className={styles.small} dateTime={timestamp}>
                    {momentIn(timestamp, zone)}
                  </time>
                  {gone.has(noteId) && <span className={styles.since}> · deleted since</span>}
                </p>
                <p className={styles.said}>
                  {mentions ? <NoteWords note={note} mentions={mentions} at={timestamp} /> : note}
                </p>
              </div>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** The comments before those that a past job was read with, once they are asked for. */
function useOlderNotes({ jobId, version, extraNotes, olderNotes = 0 }: Job) {
  const oldest = extraNotes[0]?.noteId ?? ''
  const { data, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    queryKey: [...keys.history(jobId), 'notes', version, oldest],
    queryFn: ({ pageParam, signal }) =>
      call<JobNotesAnswer>(pathTo(paths.jobNotes, { jobId }), { query: { before: pageParam, version }, signal }),
    initialPageParam: oldest,
    getNextPageParam: ({ notes, older }) => (older > 0 ? notes[0]?.noteId : undefined),
    enabled: false,
  })
  const pages = olderNotes > 0 ? (data?.pages.toReversed() ?? []) : []
  return {
    notes: pages.flatMap(({ notes }) => notes),
    deleted: pages.flatMap(({ deletedNotes = [] }) => deletedNotes),
    isFetching,
    isError,
    read: () => void fetchNextPage(),
  }
}
