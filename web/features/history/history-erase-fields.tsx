import { Textarea, TextInput } from '@mantine/core'
import styles from './history-erase.module.css'

/** The word to type before anything is erased. */
export const eraseWord = 'ERASE'

export type EraseForm = { reason: string; typed: string }
export const isEraseConfirmed = ({ reason, typed }: EraseForm) =>
  reason.trim() !== '' && typed.trim().toUpperCase() === eraseWord

type Props = { form: EraseForm; onChange: (form: EraseForm) => void; error: string | undefined }

/** The reason for an erasure, and its typed confirmation. */
export const EraseFields = ({ form, onChange, error }: Props) => (
  <>
    <Textarea
      label="Reason"
      description="It stays in the history permanently, so don’t name anyone here."
      required
      maxLength={500}
      minRows={2}
      value={form.reason}
      onChange={({ currentTarget }) => onChange({ ...form, reason: currentTarget.value })}
    />
    <TextInput
      label={`Type ${eraseWord} to confirm`}
      required
      autoComplete="off"
      value={form.typed}
      onChange={({ currentTarget }) => onChange({ ...form, typed: currentTarget.value })}
    />
    {error && (
      <p className={styles.error} role="alert">
        {error}
      </p>
    )}
  </>
)
