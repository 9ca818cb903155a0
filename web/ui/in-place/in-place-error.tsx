import { Button } from '@mantine/core'
import styles from './in-place-error.module.css'

type Props = {
  /** The field's accessible name, in a sentence. */
  name: string
  error: string | undefined
  /** It is that somebody else has changed the value: it can be replaced or kept. */
  isTold: boolean
  onReplace: () => void
  onKeep: () => void
}

/** Why a field edited in place was not saved and, if somebody else has changed the value, what to do about that. */
export function InPlaceError({ name, error, isTold, onReplace, onKeep }: Props) {
  return (
    <>
      {error && (
        <span className={styles.error} role="alert">
          {error}
        </span>
      )}
      {isTold && (
        <span className={styles.answers}>
          <Button size="compact-sm" aria-label={`Replace ${name}`} onClick={onReplace} {...escapeIsOurs}>
            Replace
          </Button>
          <Button
            variant="default"
            className={styles.keep}
            size="compact-sm"
            aria-label={`Keep theirs: ${name}`}
            onClick={onKeep}
            {...escapeIsOurs}
          >
            Keep theirs
          </Button>
        </span>
      )}
    </>
  )
}

/** Escape gives up the field rather than closing the dialog around it; see dialog-keys.ts. */
const escapeIsOurs = { 'data-mantine-stop-propagation': 'true' }
