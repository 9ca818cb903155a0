import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconPhoto, IconUpload } from '@tabler/icons-react'
import { addPhotos } from '#web/sync/photos/photo-queue.ts'
import type { OnFiles } from '#web/ui/fields/pick-files.ts'
import styles from './choose-photos.module.css'
import { pickPhotos, takePhoto } from './pick-photos.ts'

/** The desktop's upload button; takes several photos at once. */
export const UploadButton = ({ onFiles }: { onFiles: OnFiles }) => (
  <Button
    id="upload-images"
    variant="default"
    size="xs"
    leftSection={<IconUpload size={14} stroke={1.75} aria-hidden />}
    onClick={() => pickPhotos(onFiles)}
  >
    Upload
  </Button>
)

/** Camera and gallery buttons, beside a phone's comment field. */
export function PhoneButtons({ jobId }: { jobId: string }) {
  const onFiles = (files: readonly File[]) => void addPhotos(jobId, files)
  return (
    <>
      <ActionIcon
        size={48}
        radius={10}
        className={styles.button}
        aria-label="Take a photo"
        onClick={() => takePhoto(onFiles)}
      >
        <IconCamera size={24} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        id="upload-images"
        variant="default"
        size={48}
        radius={10}
        className={styles.button}
        aria-label="Choose photos"
        onClick={() => pickPhotos(onFiles)}
      >
        <IconPhoto size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  )
}
