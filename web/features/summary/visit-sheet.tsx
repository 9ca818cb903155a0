import type { Job } from '#core/job/job.ts'
import { nameOfPerson } from '#core/member/names.ts'
import { roles } from '#core/model/messages.ts'
import { dayNameIn, timeIn } from '#core/time/format.ts'
import { useUser } from '#web/client/use-user.ts'
import { useImageUrls } from '#web/sync/reads/image-urls.ts'
import { roleName } from '#web/ui/marks/person.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { Sender } from './sender.tsx'
import { SheetPairs, wholePairs } from './sheet-pairs.tsx'
import { SheetSignatures } from './sheet-signatures.tsx'
import { SheetTasks } from './sheet-tasks.tsx'
import styles from './visit-sheet.module.css'
import { commentsTitle, factsOf, type SheetContext, visitOf } from './visit-sheet-text.ts'

const mostImages = 5

/** A job on paper, always black on white. The office copy has prices and client details; the team's has photos and times. */
export function VisitSheet({ job, reading }: { job: Job; reading: SheetContext }) {
  const { company, contact, zone } = reading
  const { jobRef, apartmentName, jobStatus, warning, version, office } = job
  const user = useUser()
  const now = new Date().toISOString()
  return (
    <article className={styles.sheet} data-mantine-color-scheme="light" data-sheet aria-label="Visit sheet">
      <header className={styles.letterhead}>
        <Sender name={company} lines={contact} />
        <p className={styles.kind}>
          <strong>Visit sheet</strong>
          <span>
            Job {jobRef}
            {office && ' · office copy'}
          </span>
        </p>
      </header>
      <div className={styles.head}>
        <div>
          <h2 className={styles.site}>{apartmentName}</h2>
          <p className={styles.visit}>{visitOf(job, zone)}</p>
        </div>
        <div className={styles.marks}>
          <StatusBadge status={jobStatus} />
          <WarningTag warning={warning} />
        </div>
      </div>
      <dl className={`${styles.facts} ${office ? styles.two : ''}`}>
        {factsOf(job, reading).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SheetTasks job={job} reading={reading} />
      <Notes job={job} reading={reading} />
      <SheetPairs job={job} zone={zone} />
      {!office && <Images job={job} />}
      <SheetSignatures job={job} reading={reading} />
      <div className={styles.foot}>
        <div className={styles.lines}>
          {!office && job.arrivals?.length ? null : <Lines office={office !== undefined} />}
        </div>
        <p className={styles.printed}>
          Printed {dayNameIn(now, zone)}, {timeIn(now, zone)} by {nameOfPerson(user)} · as at event {version}
        </p>
      </div>
    </article>
  )
}

function Notes({ job, reading: { zone, nameOf } }: { job: Job; reading: SheetContext }) {
  const { extraNotes } = job
  if (extraNotes.length === 0) return null
  return (
    <section>
      <h3>{commentsTitle(job)}</h3>
      {extraNotes.map(({ noteId, note, userId, userRole, timestamp }) => {
        const role = roles.find((one) => one === userRole)
        return (
          <blockquote key={noteId} className={styles.note}>
            <p>
              <strong>{userRole === 'tenant' ? 'The tenant' : nameOf(userId)}</strong> {role && roleName(role)} ·{' '}
              {dayIn(timestamp, zone)}, {timeIn(timestamp, zone)}
            </p>
            <p className={styles.words}>{note}</p>
          </blockquote>
        )
      })}
    </section>
  )
}

function Images({ job }: { job: Job }) {
  const { urls, renew } = useImageUrls(job)
  const paired = new Set(wholePairs(job).flatMap(({ before, after }) => [before?.imageId, after?.imageId]))
  const others = job.images.filter((one) => !paired.has(one.imageId))
  const shown = others.slice(-mostImages)
  if (shown.length === 0) return null
  return (
    <section>
      <h3>Images{others.length > shown.length && ` (the last ${shown.length} of ${others.length})`}</h3>
      <div className={styles.images}>
        {shown.map(({ imageId, description }) => (
          <img key={imageId} src={urls[imageId]?.thumbnail} alt={description} onError={renew} />
        ))}
      </div>
    </section>
  )
}

/** Lines to write on; the times on site need none once they were tapped. */
const Lines = ({ office }: { office: boolean }) => (
  <>
    <Line name={office ? 'Approved by' : 'Arrived'} below={office ? 'Name and date' : 'Time'} />
    <Line name={office ? 'Invoice number' : 'Left'} below={office ? 'Set the warning to Invoiced when sent' : 'Time'} />
  </>
)

const Line = ({ name, below }: { name: string; below: string }) => (
  <div>
    <p>{name}</p>
    <p>{below}</p>
  </div>
)
