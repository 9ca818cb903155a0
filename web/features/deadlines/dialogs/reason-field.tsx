import { Textarea } from '@mantine/core'

type Props = {
  label?: string
  reason: string
  error: string | undefined
  onChange: (reason: string) => void
}

/** Why something about a deadline is as it is. */
export const ReasonField = ({ label = 'Reason', reason, error, onChange }: Props) => (
  <Textarea
    label={label}
    required
    autosize
    minRows={3}
    maxRows={8}
    maxLength={2000}
    value={reason}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
