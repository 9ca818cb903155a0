import { IconCamera, IconPhotoOff, IconPhotoUp } from '@tabler/icons-react'
import type { ImagePair } from '#core/job/job.ts'
import type { Side } from '#core/job/pairs/pairs.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { label } from '#core/model/label.ts'
import { timeIn } from '#core/time/format.ts'
import type { JobImage } from '#web/features/images/image-groups.ts'
import { Picture } from '#web/features/images/thumbnails.tsx'
import { PhotoPreview } from '#web/features/images/upload/photo-preview.tsx'
import { takePhoto } from '#web/features/images/upload/pick-photos.ts'
import { usePhotos } from '#web/sync/photos/photo-store.ts'
import type { ShownUrls, UrlsById } from '#web/sync/reads/image-urls.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { imageAt } from './pair-names.ts'
import styles from './pairs-card.module.css'
import { takePairPhoto } from './take-pair-photo.ts'
import { useAfterCamera } from './use-after-camera.tsx'

type Props = {
  jobId: string
  pair: ImagePair
  /** The pair's name. */
  name: string
  side: Side
  images: readonly JobImage[]
  onOpen: (imageId: string) => void
} & ShownUrls

/** One place of a pair: its photo, the photo that is still to arrive, or the button to take it. */
export function PairPhoto({ jobId, pair, name, side, images, urls, renew, onOpen }: Props) {
  const slot = pair[side]
  const image = imageAt(pair, side, images)
  const mayWork = useMay('work')
  const waiting = usePhotos(({ photos }) => photos.find((one) => one.imageId === slot?.imageId))
  if (!slot && !mayWork) return <NotTaken side={side} />
  if (!slot && side === 'after') return <TakeAfter jobId={jobId} pair={pair} name={name} urls={urls} />
  if (!slot) return <TakeBefore jobId={jobId} pairId={pair.pairId} name={name} />
  const when = <Label side={side} at={slot.timestamp} />
  if (!image)
    return (
      <div className={styles.place}>
        {waiting ? (
          <PhotoPreview photo={waiting} className={styles.preview} />
        ) : (
          <IconPhotoUp size={24} stroke={1.5} aria-hidden />
        )}
        <span className={styles.waiting}>{waiting ? 'Waiting to send' : 'Not received yet'}</span>
        {when}
      </div>
    )
  return (
    <button type="button" className={styles.place} onClick={() => onOpen(image.imageId)}>
      <span className="sr">View {name}: </span>
      {image.src === erasedText ? (
        <IconPhotoOff size={24} stroke={1.5} aria-hidden />
      ) : (
        <Picture src={urls[image.imageId]?.thumbnail} kept={{ jobId, imageId: image.imageId }} onBroken={renew} />
      )}
      {when}
    </button>
  )
}

/** Of a pair in a closed company, the photo that nobody took. */
const NotTaken = ({ side }: { side: Side }) => (
  <div className={styles.place}>
    <IconPhotoOff size={24} stroke={1.5} aria-hidden />
    <span className={styles.waiting}>No {side} photo</span>
  </div>
)

/** 'Before 11:14', or with the day if that is not today. */
function Label({ side, at }: { side: Side; at: string }) {
  const zone = useTimeZone()
  const now = new Date().toISOString()
  const isToday = dayIn(at, zone, now) === dayIn(now, zone, now)
  return (
    <span className={styles.label}>
      {label(side)} {isToday ? timeIn(at, zone) : dayIn(at, zone, now)}
    </span>
  )
}

type AfterProps = { jobId: string; pair: ImagePair; name: string; urls: UrlsById }

function TakeAfter({ jobId, pair, name, urls }: AfterProps) {
  const { camera, take } = useAfterCamera({ jobId, pair, urls })
  return (
    <>
      {camera}
      <TakeButton side="after" name={name} onClick={take} />
    </>
  )
}

const TakeBefore = ({ jobId, pairId, name }: { jobId: string; pairId: string; name: string }) => (
  <TakeButton
    side="before"
    name={name}
    onClick={() => takePhoto((files) => void takePairPhoto(jobId, pairId, 'before', files))}
  />
)

const TakeButton = ({ side, name, onClick }: { side: Side; name: string; onClick: () => void }) => (
  <button type="button" className={`${styles.place} ${styles.take}`} onClick={onClick}>
    <IconCamera size={24} stroke={1.75} aria-hidden />
    Take {side} photo<span className="sr"> of {name}</span>
  </button>
)
