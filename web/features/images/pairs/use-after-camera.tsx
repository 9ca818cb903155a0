import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { ImagePair } from '#core/job/job.ts'
import { GuidedCamera } from '#web/features/images/camera/guided-camera.tsx'
import { useHasCamera } from '#web/features/images/camera/use-has-camera.ts'
import { usePreviewUrl } from '#web/features/images/upload/photo-preview.tsx'
import { takePhoto } from '#web/features/images/upload/pick-photos.ts'
import { usePhotos } from '#web/sync/photos/photo-store.ts'
import type { UrlsById } from '#web/sync/reads/image-urls.ts'
import { takePairPhoto } from './take-pair-photo.ts'

type Props = { jobId: string; pair: ImagePair | undefined; urls: UrlsById }

/**
 * How to take a pair's after photo: with the before photo over the viewfinder where the browser shows a camera, else with the
 * phone's own camera. `camera` must be rendered.
 */
export function useAfterCamera({ jobId, pair, urls }: Props) {
  const [open, setOpen] = useState(false)
  const before = useBeforePicture(pair, urls)
  const hasCamera = useHasCamera()
  const onFiles = (files: readonly File[]) => {
    setOpen(false)
    void takePairPhoto(jobId, pair?.pairId ?? uuid(), 'after', files)
  }
  const choose = () => takePhoto(onFiles)
  const camera = open && (
    <GuidedCamera
      before={before}
      onPhoto={(photo) => onFiles([photo])}
      onOwnCamera={choose}
      onClose={() => setOpen(false)}
    />
  )
  return { camera, take: hasCamera && pair?.before ? () => setOpen(true) : choose }
}

/** The address of a pair's before photo: on this device while it waits to be sent, else at the server. */
function useBeforePicture(pair: ImagePair | undefined, urls: UrlsById): string | undefined {
  const imageId = pair?.before?.imageId
  const waiting = usePhotos(({ photos }) => photos.find((one) => one.imageId === imageId))
  const preview = usePreviewUrl(waiting)
  return preview ?? (imageId === undefined ? undefined : urls[imageId]?.thumbnail)
}
