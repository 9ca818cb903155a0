import { Switch } from '@mantine/core'
import { Card } from '#web/ui/card.tsx'

type Props = { showSite: boolean; disabled: boolean; onChange: (showSite: boolean) => void }

/** What others may read on the user's lock screen. */
export const LockScreenCard = ({ showSite, disabled, onChange }: Props) => (
  <Card title="On the lock screen">
    <Switch
      label="Show the site’s name"
      description="Push notifications say what happened and the job’s number. Prices are never shown."
      checked={showSite}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  </Card>
)
