import type { Job } from '#core/job/job.ts'
import { roles } from '#core/model/messages.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { Card } from '#web/ui/card.tsx'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import styles from './past-job-cards.module.css'

/** The comments at the time. `now` has all that there are now. */
export function PastNotes({ then, now, zone }: { then: Job; now: Job; zone: string }) {
  const people = usePeople()
  const current = new Set(now.extraNotes.map((one) => one.noteId))
  return (
    <Card title="Discussion" detail={String(then.extraNotes.length || '')}>
      {then.extraNotes.length === 0 && <p className={styles.noneIn}>No comments yet.</p>}
      <ol className={styles.rows}>
        {then.extraNotes.map(({ noteId, note, userId, userRole, timestamp }) => {
          const role = roles.find((one) => one === userRole)
          const username = people.get(userId)?.username ?? ''
          return (
            <li key={noteId} className={styles.note} data-changed={!current.has(noteId) || undefined}>
              <PersonAvatar username={username} role={role ?? 'admin'} />
              <div className={styles.words}>
                <p>
                  <strong>{username}</strong> {role && <RoleTag role={role} />}{' '}
                  <time className={styles.small} dateTime={timestamp}>
                    {momentIn(timestamp, zone)}
                  </time>
                  {!current.has(noteId) && <span className={styles.since}> · deleted since</span>}
                </p>
                <p className={styles.said}>{note}</p>
              </div>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
