import { ActionIcon } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type FormEvent, memo, type ReactNode, useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { useDraft } from '#web/sync/device/drafts.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './composer.module.css'

/** Few comments name somebody. */
const Mentions = lazyComponent(async () => (await import('#web/features/mentions/mentions.tsx')).Mentions)

type Props = {
  jobId: string
  /** The field's label and placeholder. */
  label: string
  /** Fixed to the bottom of a phone's screen. */
  fixed?: boolean
  /** Buttons before the Send button; one of them is then the primary one. */
  before?: ReactNode
  onSent?: () => void
}

/** The field for a new comment, which keeps what is typed until it is sent. Ctrl Enter sends it, and an @ suggests people. */
export const Composer = memo(function Composer({ jobId, label, fixed = false, before, onSent }: Props) {
  const dispatch = useDispatch()
  const mayWork = useMay('work')
  const [note, setNote] = useDraft(`comment ${jobId}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const named = useRef<readonly string[]>([])
  const [error, setError] = useState<string>()
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    const mentions = note.includes('@') && named.current.length > 0 ? { mentions: [...named.current] } : {}
    const refusal = dispatch({ type: 'AddNote', data: { jobId, noteId: uuid(), note, ...mentions } })
    setError(refusal?.error)
    if (refusal) return
    setNote('')
    onSent?.()
  }
  if (!mayWork) return null
  return (
    <form className={`${styles.composer} ${fixed ? styles.fixed : ''}`} onSubmit={send}>
      {before}
      <div className={styles.field}>
        {note.includes('@') && <Mentions field={field} text={note} onText={setNote} named={named} />}
        <textarea
          ref={field}
          className={styles.text}
          aria-label={label}
          aria-invalid={error !== undefined}
          placeholder={label}
          rows={1}
          maxLength={10_000}
          value={note}
          onChange={({ currentTarget }) => {
            setNote(currentTarget.value)
            setError(undefined)
          }}
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
        />
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <ActionIcon
        type="submit"
        variant={before ? 'default' : 'filled'}
        size={fixed ? 48 : 36}
        radius={fixed ? 10 : 8}
        aria-label="Send comment"
      >
        <IconSend size={fixed ? 22 : 18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </form>
  )
})
