import { IconPhoto } from '@tabler/icons-react'
import { atTheDoorWords, triedWords } from '#core/job/visit/no-access-words.ts'
import type { NoAccessRecord } from '#core/job/visit/time-on-site.ts'
import { label } from '#core/model/label.ts'
import { timeIn } from '#core/time/format.ts'
import { PhotoPreview } from '#web/features/images/upload/photo-preview.tsx'
import { sentLate } from '#web/features/on-site/stay-words.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { usePhotos } from '#web/sync/photos/photo-store.ts'
import { useImageUrls } from '#web/sync/reads/image-urls.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { useObjectUrl } from './door-photo.tsx'
import { useTakenPhoto } from './door-photos.ts'
import styles from './no-access-record.module.css'

/** What was recorded at a closed door, with its photo. */
export function NoAccessFacts({ job, record }: { job: JobBesidesTasks; record: NoAccessRecord }) {
  const zone = useTimeZone()
  const { happenedAt, recordedAt, booked, position, note } = record
  const attempt = (job.noAccess ?? []).findIndex((one) => one.noAccessId === record.noAccessId) + 1
  const facts: [string, string | undefined][] = [
    ['Why', label(record.why)],
    [
      'At the door',
      [atTheDoorWords(record, zone), booked && `booked ${timeIn(booked.jobStart, zone)}`].filter(Boolean).join(', '),
    ],
    ['Attempt', attemptWords(attempt)],
    ['Tried', triedWords(record, zone)],
    ['Where', position],
    ['Note', note || undefined],
    [
      'Reached Fettle',
      sentLate(happenedAt, recordedAt, zone) && `${dayIn(recordedAt, zone)}, ${timeIn(recordedAt, zone)}`,
    ],
  ]
  return (
    <div className={styles.record}>
      <Photo job={job} record={record} />
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}

/** The photo of the door: as sent, as taken on this device, or that it has not arrived. */
function Photo({ job, record: { imageId, happenedAt } }: { job: JobBesidesTasks; record: NoAccessRecord }) {
  const zone = useTimeZone()
  const { urls, renew } = useImageUrls(job)
  const taken = useObjectUrl(useTakenPhoto(imageId))
  const sent = urls[imageId]?.display
  const image = job.images.find((one) => one.imageId === imageId)
  const waiting = usePhotos(({ photos }) => photos.find((one) => one.imageId === imageId))
  if (!sent && !taken)
    return waiting ? (
      <div className={styles.photo}>
        <PhotoPreview photo={waiting} className={styles.preview} />
        <span>On this phone, waiting to send</span>
      </div>
    ) : (
      <p className={styles.missing}>
        <IconPhoto size={20} stroke={1.75} aria-hidden />
        {image ? 'The photo of the door opens with a connection.' : 'The photo of the door has not arrived yet.'}
      </p>
    )
  const at = image?.timestamp ?? happenedAt
  return (
    <div className={styles.photo}>
      <img src={sent ?? taken} alt="The door" onError={renew} />
      <span>
        {dayIn(at, zone)}, {timeIn(at, zone)}
      </span>
    </div>
  )
}

const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth', 'Tenth']
const attemptWords = (attempt: number) => `${ordinals[attempt - 1] ?? `Number ${attempt}`} on this job`
