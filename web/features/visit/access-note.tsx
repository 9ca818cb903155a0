import { noteCall } from '#web/sync/device/calls.ts'
import styles from './access-note.module.css'
import { telephoneNumbers } from './telephone-numbers.ts'

/** How to get in, with its telephone numbers as links that dial. */
export const AccessNote = ({ access, jobId }: { access: string; jobId: string }) => (
  <span className={styles.note}>
    {telephoneNumbers(access).map(({ at, text, call }) =>
      call ? (
        <a key={at} className={styles.number} href={`tel:${call}`} onClick={() => noteCall(jobId)}>
          {text}
        </a>
      ) : (
        text
      ),
    )}
  </span>
)
