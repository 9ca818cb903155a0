import { type FormEvent, useState } from 'react'
import { InPlaceError } from '#web/ui/in-place/in-place-error.tsx'
import type { NotSaved } from '#web/ui/in-place/moved-on.ts'
import { focusOnce, useEditInPlace } from '#web/ui/in-place/use-edit-in-place.ts'
import styles from './edit-in-place.module.css'

type Props = {
  /** The accessible name: 'Price of Reseal bath'. */
  name: string
  value: string
  /** The text to show, if not the value itself. */
  shown?: string
  /** The value within a sentence. */
  inWords: string
  inputMode?: 'text' | 'decimal'
  maxLength: number
  className?: string | undefined
  /** Saves the value, which was `before` when the person began. Returns why it was not saved, if it was not. */
  onSave: (value: string, before: string) => NotSaved | undefined
}

/**
 * Text that becomes a field when clicked. Enter or leaving it saves; Esc cancels. Once somebody else has changed it meanwhile, leaving it
 * saves no more.
 */
export function EditInPlace({ name, value, shown = value, inWords, className, onSave, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const edit = useEditInPlace({
    value,
    inWords,
    onSave: (before) => (text && text !== before ? onSave(text, before) : undefined),
  })
  const begin = () => {
    setTyped(value)
    edit.begin()
  }
  if (!edit.isEditing)
    return (
      <button ref={edit.opener} type="button" className={`${styles.text} ${className ?? ''}`} onClick={begin}>
        {shown}
        <span className="sr">, change {name}</span>
      </button>
    )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    edit.submit()
  }
  return (
    <form className={`${styles.editing} ${className ?? ''}`} onSubmit={onSubmit} onKeyDown={edit.onKeyDown}>
      <input
        className={styles.input}
        aria-label={name}
        aria-invalid={edit.error !== undefined}
        ref={focusOnce}
        value={typed}
        {...field}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => edit.leave()}
      />
      <InPlaceError
        {...{ name }}
        error={edit.error}
        isTold={edit.isTold}
        onReplace={edit.submit}
        onKeep={edit.cancel}
      />
    </form>
  )
}
