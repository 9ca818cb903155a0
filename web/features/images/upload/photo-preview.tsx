import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type Photo, usePhotos } from '#web/sync/photos/photo-store.ts'

/** A small picture of an unsent photo, or a sign for one until it is made. */
export function PhotoPreview({ photo, className }: { photo: Photo; className: string | undefined }) {
  const url = usePreviewUrl(photo)
  return (
    <span className={className}>
      {url ? <img src={url} alt="" /> : <IconPhoto size={20} stroke={1.75} aria-hidden />}
    </span>
  )
}

/** The address of a small picture of an unsent photo, on this device; undefined until it is made. */
export function usePreviewUrl(photo: Photo | undefined): string | undefined {
  const { imageId, isOriginal } = photo ?? {}
  const preview = usePhotos((state) => state.preview)
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    // There is none before the photo has been made smaller.
    if (imageId === undefined || isOriginal) return
    let made: string | undefined
    let gone = false
    void preview?.(imageId).then((picture) => {
      if (!picture || gone) return
      made = URL.createObjectURL(picture)
      setUrl(made)
    })
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [preview, imageId, isOriginal])
  return url
}
