import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './auths-form.module.css'
import type { Wrong } from './auths-rules.ts'

/** The error box above the fields. It is always in the page, so that screen readers announce what appears in it. */
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
