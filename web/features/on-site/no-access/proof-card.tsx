import { IconShieldCheck } from '@tabler/icons-react'
import type { NoAccessRecord } from '#core/job/visit/time-on-site.ts'
import { visitTaps } from '#web/features/on-site/visit-taps.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { unsent } from '#web/sync/outbox/outbox.ts'
import { usePhotos } from '#web/sync/photos/photo-store.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { NoAccessFacts } from './no-access-record.tsx'
import styles from './proof-card.module.css'

/** The user's record of a closed door, right after it was saved, and whether it has been sent. */
export function ProofCard({ job, record }: { job: JobBesidesTasks; record: NoAccessRecord }) {
  const { arrive } = visitTaps(job.jobId, useTimeZone())
  const mayWork = useMay('work')
  const isWaiting = useLedger(({ queue }) =>
    unsent(queue).some(
      ({ command }) => command.type === 'ReportNoAccess' && command.data.noAccessId === record.noAccessId,
    ),
  )
  const hasPhoto = job.images.some(({ imageId }) => imageId === record.imageId)
  const hasPhotoWaiting = usePhotos(({ photos }) =>
    photos.some(({ imageId, state }) => imageId === record.imageId && state !== 'failed'),
  )
  return (
    <section className={styles.card} aria-label="No access">
      <header className={styles.head}>
        <IconShieldCheck size={30} stroke={1.75} aria-hidden />
        <div>
          <h2>Your proof is saved</h2>
          <p role="status" className={isWaiting || !hasPhoto ? styles.waiting : styles.sent}>
            {isWaiting
              ? 'On this phone, waiting to send'
              : hasPhoto
                ? 'Sent'
                : `Sent; its photo ${hasPhotoWaiting ? 'is waiting to send' : 'has not arrived'}`}
          </p>
        </div>
      </header>
      <div className={styles.body}>
        <NoAccessFacts job={job} record={record} />
        <p className={styles.foot}>Nobody can change this record. It goes into the job’s evidence pack.</p>
        {mayWork && (
          <button type="button" className={styles.after} onClick={() => arrive(record.jobBookingId)}>
            I got in after all
          </button>
        )}
      </div>
    </section>
  )
}
