import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './auths-form.module.css'
import type { FormError } from './auths-rules.ts'

/** The error box above the fields. It is always in the page, so that screen readers announce what appears in it. */
export const AuthsAlert = ({ error }: { error: FormError | undefined }) => (
  <div role="alert">
    {error && (
      <div className={styles.alert}>
        <IconAlertTriangle size={18} aria-hidden />
        <p>
          {error.title && <strong>{error.title} </strong>}
          {error.text}
        </p>
      </div>
    )}
  </div>
)
