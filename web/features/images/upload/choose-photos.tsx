import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconPhoto, IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { imageTypes } from '#core/wire/images.ts'
import { addPhotos } from '#web/sync/photos/photo-queue.ts'
import styles from './choose-photos.module.css'

type Props = { onFiles: (files: readonly File[]) => void; capture?: boolean }

/** A button's hidden file field, and how to open it; `capture` takes one photo with a phone's camera. */
export function useFileField({ onFiles, capture = false }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])])
    // Allows the same file to be chosen again.
    currentTarget.value = ''
  }
  const input = (
    <input
      ref={field}
      type="file"
      hidden
      accept={imageTypes.join()}
      multiple={!capture}
      {...(capture && { capture: 'environment' })}
      onChange={onChange}
    />
  )
  return { input, choose: () => field.current?.click() }
}

/** The desktop's upload button; takes several photos at once. */
export function UploadButton({ onFiles }: { onFiles: Props['onFiles'] }) {
  const { input, choose } = useFileField({ onFiles })
  return (
    <>
      {input}
      <Button
        id="upload-images"
        variant="default"
        size="xs"
        leftSection={<IconUpload size={14} stroke={1.75} aria-hidden />}
        onClick={choose}
      >
        Upload
      </Button>
    </>
  )
}

/** Camera and gallery buttons, beside a phone's comment field. */
export function PhoneButtons({ jobId }: { jobId: string }) {
  const onFiles = (files: readonly File[]) => void addPhotos(jobId, files)
  const camera = useFileField({ onFiles, capture: true })
  const gallery = useFileField({ onFiles })
  return (
    <>
      {camera.input}
      {gallery.input}
      <ActionIcon size={48} radius={10} className={styles.button} aria-label="Take a photo" onClick={camera.choose}>
        <IconCamera size={24} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        id="upload-images"
        variant="default"
        size={48}
        radius={10}
        className={styles.button}
        aria-label="Choose photos"
        onClick={gallery.choose}
      >
        <IconPhoto size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  )
}
