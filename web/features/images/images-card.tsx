import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useUser } from '#web/client/use-user.ts'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { addPhotos } from '#web/sync/photos/photo-queue.ts'
import { usePhotos } from '#web/sync/photos/photo-store.ts'
import { useImageUrls } from '#web/sync/reads/image-urls.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { groupsOf } from './image-groups.ts'
import styles from './images-card.module.css'
import { preloadImageParts, UploadRows, Viewer } from './lazy-image-parts.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { UploadButton } from './upload/choose-photos.tsx'
import { useOpenImage } from './use-open-image.ts'

/** A job's images by who uploaded them. More are added with the button, dropped or pasted. */
export const ImagesCard = besidesTasks(function ImagesCard({ job, phone }: { job: JobBesidesTasks; phone: boolean }) {
  const { jobId, images } = job
  const { userRole } = useUser()
  const mayWork = useMay('work')
  const mayDrop = mayWork && !phone
  const photos = usePhotos(useShallow((state) => state.photos.filter((one) => one.jobId === jobId)))
  const { urls, renew } = useImageUrls(job)
  const { shown, open, turnTo, close } = useOpenImage()
  const { chose, error } = useChosen(jobId)
  const { over, dropping } = useDropping(chose)
  const groups = groupsOf(images, userRole)
  useEffect(preloadImageParts, [])
  usePasted(chose, mayDrop)
  return (
    <div className={over ? styles.over : undefined} {...(mayDrop && dropping)}>
      <Card
        title="Images"
        detail={String(images.length || '')}
        action={mayDrop && <UploadButton onFiles={chose} />}
        className={styles.card}
      >
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        {groups.length === 0 && photos.length === 0 && (
          <p className={styles.empty}>{mayDrop ? 'No images yet. Drop some here, or paste one.' : 'No images yet.'}</p>
        )}
        <div className={styles.groups}>
          {groups.map((group) => (
            <Thumbnails key={group.name} jobId={jobId} group={group} urls={urls} onOpen={open} onBroken={renew} />
          ))}
        </div>
        {photos.length > 0 && <UploadRows photos={photos} />}
        <p className="sr" role="status">
          {onTheirWay(photos.filter((one) => one.state === 'sending' || one.state === 'waiting').length)}
        </p>
        {over && <p className={styles.drop}>Drop to upload</p>}
      </Card>
      {shown && (
        <Viewer
          job={job}
          groups={groups}
          shown={shown}
          urls={urls}
          onTurn={turnTo}
          onClose={(last) => {
            void close()
            giveFocusBack(last)
          }}
          onBroken={renew}
        />
      )}
    </div>
  )
})

function useChosen(jobId: string) {
  const [error, setError] = useState<string>()
  const chose = (files: readonly File[]) => {
    setError(files.length === 0 ? 'Please select at least one file to upload.' : undefined)
    void addPhotos(jobId, files)
  }
  return { chose, error }
}

function useDropping(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false)
  // The browser would replace the page with a file that is dropped outside the card.
  useEffect(() => {
    const keepPage = (event: globalThis.DragEvent) => event.preventDefault()
    addEventListener('dragover', keepPage)
    addEventListener('drop', keepPage)
    return () => {
      removeEventListener('dragover', keepPage)
      removeEventListener('drop', keepPage)
    }
  }, [])
  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { over, dropping }
}

/** Uploads images pasted anywhere on the page; pasted text is left alone. */
function usePasted(onFiles: (files: readonly File[]) => void, enabled: boolean) {
  const pasted = useEffectEvent(({ clipboardData }: ClipboardEvent) => {
    // Spreadsheet cells, for example, are text that comes with a picture of itself.
    if (clipboardData?.types.includes('text/plain')) return
    const files = [...(clipboardData?.files ?? [])].filter((one) => one.type.startsWith('image/'))
    if (files.length > 0) onFiles(files)
  })
  useEffect(() => {
    if (!enabled) return
    const listen = (event: ClipboardEvent) => pasted(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [enabled])
}

const onTheirWay = (count: number) => {
  if (count === 0) return ''
  return count === 1 ? 'Uploading 1 image' : `Uploading ${count} images`
}

/**
 * Focuses the image viewed last or, if it was deleted, the upload button, once the viewer has gone; not if the person has
 * tapped or typed elsewhere since, as that would close the list or leave the field they have just opened.
 */
function giveFocusBack(imageId: string) {
  const before = new AbortController()
  const timer = setTimeout(() => {
    before.abort()
    const to = document.getElementById(`image-${imageId}`) ?? document.getElementById('upload-images')
    to?.focus()
  }, 50)
  const leave = () => {
    before.abort()
    clearTimeout(timer)
  }
  for (const act of ['pointerdown', 'keydown']) addEventListener(act, leave, { capture: true, signal: before.signal })
}
