import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './auths-form.module.css'
import type { Wrong } from './auths-rules.ts'

/** The one box above the fields that says what went wrong. It is always there, so that what appears in it is read out. */
export const AuthsAlert = ({ wrong }: { wrong: Wrong | undefined }) => (
  <div role="alert">
    {wrong && (
      <div className={styles.alert}>
        <IconAlertTriangle size={18} aria-hidden />
        <p>
          {wrong.title && <strong>{wrong.title} </strong>}
          {wrong.text}
        </p>
      </div>
    )}
  </div>
)
