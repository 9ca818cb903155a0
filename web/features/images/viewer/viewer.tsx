import { Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconColumns2, IconDownload, IconTrash, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { placeOf } from '#core/job/pairs/pairs.ts'
import { isOffice } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { useUser } from '#web/client/use-user.ts'
import { type ImageGroup, nameOf } from '#web/features/images/image-groups.ts'
import { imageAt, nameOfPair } from '#web/features/images/pairs/pair-names.ts'
import { PairSelect } from '#web/features/images/pairs/pair-select.tsx'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { dispatchDeletion } from '#web/sync/ledger/dispatch.ts'
import type { UrlsById } from '#web/sync/reads/image-urls.ts'
import { useMay } from '#web/sync/rights.ts'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { useDialogKeys } from '#web/ui/dialogs/dialog-keys.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { SideBySide } from './side-by-side.tsx'
import styles from './viewer.module.css'
import { Description } from './viewer-description.tsx'
import { Stage } from './viewer-stage.tsx'

type Props = {
  job: JobBesidesTasks
  groups: readonly ImageGroup[]
  /** The id of the image shown. */
  shown: string
  urls: UrlsById
  onTurn: (imageId: string) => void
  onClose: (last: string) => void
  onBroken: () => void
}

/** Shows images one at a time over the whole screen, always dark. */
export function Viewer({ job, groups, shown, urls, onTurn, onClose, onBroken }: Props) {
  const user = useUser()
  const mayWork = useMay('work')
  const [deleting, setDeleting] = useState(false)
  const [comparing, setComparing] = useState(true)
  const images = groups.flatMap((group) => group.images)
  const at = images.findIndex((one) => one.imageId === shown)
  const image = images[at]
  const close = () => onClose(shown)
  useDialogKeys(true, close)
  // It was deleted, here or by someone else, or the link is to one that no longer exists.
  const closeGone = useEffectEvent(close)
  const gone = image === undefined
  useEffect(() => {
    if (gone) closeGone()
  }, [gone])
  if (!image) return null
  const mine = mayWork && (image.userId === user.userId || isOffice(user.userRole))
  const group = groups.find((one) => one.images.includes(image))
  const name = nameOf(image, group?.images.indexOf(image) ?? at)
  const pair = wholePairOf(job, shown)
  const turn = (by: 1 | -1) => {
    const next = images[at + by]
    if (next) onTurn(next.imageId)
  }
  const remove = () => {
    const { jobId } = job
    const deletion = dispatchDeletion({ type: 'DeleteImage', data: { jobId, imageId: shown } })
    if (isRefusal(deletion)) return toast.failure(deletion.error)
    const undo = async () => (await deletion.undo()) || toast.failure('The image has already been deleted.')
    toast.undoable(`Deleted ${name}`, () => void undo())
  }
  return (
    <Modal.Root
      opened
      onClose={close}
      fullScreen
      closeOnEscape={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content className={styles.content} data-mantine-color-scheme="dark">
        <div className={styles.viewer}>
          <header className={styles.head}>
            <div className={styles.heading}>
              <Modal.Title className="sr">{name}</Modal.Title>
              <Description key={shown} jobId={job.jobId} image={image} name={name} mayChange={mine} />
              <p className={styles.place}>
                {group?.name} · {at + 1} of {images.length}
              </p>
            </div>
            {mine && (
              <div className={styles.pair}>
                <PairSelect job={job} imageId={shown} />
              </div>
            )}
            {pair && (
              <button
                type="button"
                className={styles.tool}
                aria-pressed={comparing}
                onClick={() => setComparing(!comparing)}
              >
                <IconColumns2 size={20} stroke={1.75} aria-hidden />
                <span className="sr">Side by side</span>
              </button>
            )}
            <a className={styles.tool} href={urls[shown]?.display} download={`${job.jobRef} ${name}.webp`}>
              <IconDownload size={20} stroke={1.75} aria-hidden />
              <span className="sr">Download</span>
            </a>
            {mine && (
              <button type="button" className={styles.tool} onClick={() => setDeleting(true)}>
                <IconTrash size={20} stroke={1.75} aria-hidden />
                <span className="sr">Delete {name}</span>
              </button>
            )}
            <button type="button" className={styles.tool} onClick={close} data-autofocus>
              <IconX size={20} stroke={1.75} aria-hidden />
              <span className="sr">Close</span>
            </button>
          </header>
          {pair && comparing ? (
            <SideBySide {...pair} urls={urls} listening={!deleting} onTurn={turn} onBroken={onBroken} />
          ) : (
            <Stage
              key={shown}
              image={image}
              name={name}
              urls={urls[shown]}
              listening={!deleting}
              onTurn={turn}
              onBroken={onBroken}
            />
          )}
          <button
            type="button"
            className={`${styles.turn} ${styles.before}`}
            disabled={at === 0}
            onClick={() => turn(-1)}
          >
            <IconChevronLeft size={22} stroke={1.75} aria-hidden />
            <span className="sr">Previous image</span>
          </button>
          <button
            type="button"
            className={`${styles.turn} ${styles.after}`}
            disabled={at === images.length - 1}
            onClick={() => turn(1)}
          >
            <IconChevronRight size={22} stroke={1.75} aria-hidden />
            <span className="sr">Next image</span>
          </button>
        </div>
      </Modal.Content>
      <ConfirmDialog
        opened={deleting}
        title="Delete this image?"
        confirm="Delete image"
        onClose={() => setDeleting(false)}
        onConfirm={remove}
      >
        {name} and its description will be deleted from {job.apartmentName} for everyone. The history keeps a record of
        it.
      </ConfirmDialog>
    </Modal.Root>
  )
}

/** The pair of an image, if both of its photos have arrived. */
function wholePairOf({ pairs = [], images }: JobBesidesTasks, imageId: string) {
  const place = placeOf(pairs, imageId)
  const at = pairs.findIndex((one) => one.pairId === place?.pairId)
  const pair = pairs[at]
  if (!pair || !imageAt(pair, 'before', images) || !imageAt(pair, 'after', images)) return undefined
  return { pair, name: nameOfPair(pair, images, at) }
}
