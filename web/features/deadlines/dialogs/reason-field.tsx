import { Textarea } from '@mantine/core'

type Props = {
  label?: string
  /** Whether its dialog begins with it. */
  first?: boolean
  reason: string
  error: string | undefined
  onChange: (reason: string) => void
}

/** Why something about a deadline is as it is. */
export const ReasonField = ({ label = 'Reason', first = false, reason, error, onChange }: Props) => (
  <Textarea
    label={label}
    required
    data-autofocus={first || undefined}
    autosize
    minRows={3}
    maxRows={8}
    maxLength={2000}
    value={reason}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
