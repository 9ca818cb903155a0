import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { JobImage } from '#web/features/images/image-groups.ts'
import { useDraft } from '#web/sync/device/drafts.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { InPlaceError } from '#web/ui/in-place/in-place-error.tsx'
import { focusOnce, useEditInPlace } from '#web/ui/in-place/use-edit-in-place.ts'
import styles from './viewer-description.module.css'

type Props = { jobId: string; image: JobImage; name: string; mayChange: boolean }

/** An image's description, which its uploader and the office can edit in place. What is typed stays until it is saved or cancelled. */
export function Description({ jobId, image: { imageId, description }, name, mayChange }: Props) {
  const dispatch = useDispatch()
  const [typed, setTyped, drop] = useDraft(`image ${imageId}`, description)
  /** What the field began with, which may have been kept from an earlier time. */
  const [opened, setOpened] = useState(typed)
  const edit = useEditInPlace({
    value: description,
    inWords: description ? `‘${description}’` : 'empty',
    onSave: (before) =>
      typed.trim() === before
        ? undefined
        : dispatch({
            type: 'DescribeImage',
            data: { jobId, imageId, description: typed.trim(), from: { description: before } },
          }),
    onEnd: drop,
  })
  const begin = () => {
    setOpened(typed)
    edit.begin()
  }
  if (!edit.isEditing)
    return (
      <p className={styles.description}>
        <strong>{name}</strong>
        {mayChange && (
          <button ref={edit.opener} type="button" className={styles.change} onClick={begin}>
            <IconPencil size={16} stroke={1.75} aria-hidden />
            <span className="sr">Change description</span>
          </button>
        )}
      </p>
    )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    edit.submit()
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} onKeyDown={edit.onKeyDown}>
      <input
        className={styles.input}
        aria-label="Description"
        aria-invalid={edit.error !== undefined}
        data-mantine-stop-propagation="true"
        ref={focusOnce}
        value={typed}
        maxLength={1_000}
        placeholder="What does it show?"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => edit.leave(typed !== opened)}
      />
      <InPlaceError
        name="description"
        error={edit.error}
        isTold={edit.isTold}
        onReplace={edit.submit}
        onKeep={edit.cancel}
      />
    </form>
  )
}
