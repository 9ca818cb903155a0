import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { JobImage } from '#web/features/images/image-groups.ts'
import { useDraft } from '#web/sync/device/drafts.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import styles from './viewer-description.module.css'

type Props = { jobId: string; image: JobImage; name: string; mayChange: boolean }

/** An image's description, which its uploader and the office can edit in place. What is typed stays until it is saved or cancelled. */
export function Description({ jobId, image: { imageId, description }, name, mayChange }: Props) {
  const dispatch = useDispatch()
  const [editing, setEditing] = useState(false)
  const [typed, setTyped, drop] = useDraft(`image ${imageId}`, description)
  const [error, setError] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  if (!editing)
    return (
      <p className={styles.description}>
        <strong>{name}</strong>
        {mayChange && (
          <button ref={button} type="button" className={styles.change} onClick={() => setEditing(true)}>
            <IconPencil size={16} stroke={1.75} aria-hidden />
            <span className="sr">Change description</span>
          </button>
        )}
      </p>
    )
  const stop = () => {
    drop()
    setEditing(false)
    setError(undefined)
    setTimeout(() => button.current?.focus())
  }
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    const changed = typed.trim() !== description
    const refusal = changed
      ? dispatch({ type: 'DescribeImage', data: { jobId, imageId, description: typed.trim() } })
      : undefined
    if (refusal) setError(refusal.error)
    else stop()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') stop()
    // Keys typed here are not the viewer's.
    event.stopPropagation()
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <input
        className={styles.input}
        aria-label="Description"
        data-mantine-stop-propagation="true"
        ref={(input) => input?.focus()}
        value={typed}
        maxLength={1_000}
        placeholder="What does it show?"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => save()}
      />
      {error && (
        <span className={styles.error} role="alert">
          {error}
        </span>
      )}
    </form>
  )
}
