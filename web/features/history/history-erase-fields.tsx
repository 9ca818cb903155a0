import { Textarea, TextInput } from '@mantine/core'
import styles from './history-erase.module.css'

/** What has to be typed before something is erased. */
export const eraseWord = 'ERASE'

export type EraseGiven = { reason: string; typed: string }
export const isReady = ({ reason, typed }: EraseGiven) =>
  reason.trim() !== '' && typed.trim().toUpperCase() === eraseWord

type Props = { given: EraseGiven; onChange: (given: EraseGiven) => void; error: string | undefined }

/** Why something is erased, and that it is meant. */
export const EraseFields = ({ given, onChange, error }: Props) => (
  <>
    <Textarea
      label="Reason"
      description="It stays in the history for good, so name nobody here."
      required
      maxLength={500}
      minRows={2}
      value={given.reason}
      onChange={({ currentTarget }) => onChange({ ...given, reason: currentTarget.value })}
    />
    <TextInput
      label={`Type ${eraseWord} to confirm`}
      required
      autoComplete="off"
      value={given.typed}
      onChange={({ currentTarget }) => onChange({ ...given, typed: currentTarget.value })}
    />
    {error && (
      <p className={styles.error} role="alert">
        {error}
      </p>
    )}
  </>
)
