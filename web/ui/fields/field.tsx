import { type InputHTMLAttributes, useId, useState } from 'react'
import styles from './field.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** A labelled text field for public pages. A password can be shown; the hint or error is linked to the input. */
export function Field({ label, hint, error, type, ...input }: Props) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  const below = error ?? hint
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          type={secret && shown ? 'text' : type}
          className={secret ? styles.secret : undefined}
          aria-invalid={error !== undefined}
          aria-describedby={below && `${id}-below`}
        />
        {secret && (
          <button type="button" className={styles.show} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'} <span className="sr">password</span>
          </button>
        )}
      </div>
      {below && (
        <p id={`${id}-below`} className={error ? styles.error : styles.hint}>
          {below}
        </p>
      )}
    </div>
  )
}
