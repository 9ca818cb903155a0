import { Button, Progress } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { attachmentEndings } from '#core/attachments/kinds.ts'
import { imageTypes } from '#core/wire/images.ts'
import { Card } from '#web/ui/card.tsx'
import { type OnFiles, pickFiles } from '#web/ui/fields/pick-files.ts'
import type { AttachTo } from './attach.ts'
import { useAttaching } from './attaching.ts'
import { FileRow, type ShownFile } from './file-row.tsx'
import styles from './files-card.module.css'

type Props = {
  to: AttachTo
  mayAttach: boolean
  files: readonly ShownFile[]
  count?: number | undefined
  /** Shown in place of the files, while there are none to show. */
  children?: ReactNode
  foot?: ReactNode
}

/** The files of a job that are not photos, or those of a site. */
export function FilesList({ to, mayAttach, files, count = files.length, children, foot }: Props) {
  const { sending, error, add } = useAttaching(to)
  return (
    <Card
      title="Files"
      detail={String(count || '')}
      action={mayAttach && <AttachButton takes={takenBy(to)} onFiles={add} disabled={sending !== undefined} />}
    >
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {children ??
        (files.length === 0 && (
          <p className={styles.none}>
            No files yet.
            {mayAttach && `${'siteId' in to ? ' Attach photos, PDFs' : ' Attach PDFs'}, emails or office files.`}
          </p>
        ))}
      {sending !== undefined && (
        <div className={styles.sending}>
          <p role="status">Attaching...</p>
          <Progress value={sending * 100} aria-label="Attaching" transitionDuration={0} />
        </div>
      )}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((one) => (
            <FileRow key={one.file.fileId} {...one} />
          ))}
        </ul>
      )}
      {foot}
    </Card>
  )
}

/** What the file chooser offers: a site's photos are among its files, those of a job are its images. */
const takenBy = (to: AttachTo) => [...attachmentEndings, ...('siteId' in to ? imageTypes : [])].join()

type AttachProps = { takes: string; onFiles: OnFiles; disabled: boolean }

const AttachButton = ({ takes, onFiles, disabled }: AttachProps) => (
  <Button
    id="attach-files"
    variant="default"
    size="xs"
    className={styles.attach}
    leftSection={<IconPaperclip size={14} stroke={1.75} aria-hidden />}
    disabled={disabled}
    onClick={() => pickFiles(onFiles, { accept: takes })}
  >
    Attach
  </Button>
)
