import { type KeyboardEvent, useState } from 'react'
import styles from './edit-in-place.module.css'

type Props = {
  /** The accessible name: 'Price of Reseal bath'. */
  name: string
  value: string
  /** The text to show, if not the value itself. */
  shown?: string
  inputMode?: 'text' | 'decimal'
  maxLength: number
  className?: string | undefined
  /** Saves the value. Returns the error, if any. */
  onSave: (value: string) => string | undefined
}

/** Text that becomes a field when clicked. Enter or leaving it saves; Esc cancels. */
export function EditInPlace({ name, value, shown = value, inputMode = 'text', maxLength, className, onSave }: Props) {
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  if (typed === undefined)
    return (
      <button type="button" className={`${styles.text} ${className ?? ''}`} onClick={() => setTyped(value)}>
        {shown}
        <span className="sr">, change {name}</span>
      </button>
    )
  const stop = () => {
    setTyped(undefined)
    setError(undefined)
  }
  const save = () => {
    const wrong = typed.trim() && typed.trim() !== value ? onSave(typed.trim()) : undefined
    if (wrong) setError(wrong)
    else stop()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') stop()
    // Keys typed here are not the page's shortcuts.
    event.stopPropagation()
  }
  return (
    <span className={`${styles.editing} ${className ?? ''}`}>
      <input
        className={styles.input}
        aria-label={name}
        aria-invalid={error !== undefined}
        ref={(input) => input?.focus()}
        value={typed}
        inputMode={inputMode}
        maxLength={maxLength}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={save}
      />
      {error && (
        <span className={styles.error} role="alert">
          {error}
        </span>
      )}
    </span>
  )
}
