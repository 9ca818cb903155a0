import { Switch } from '@mantine/core'
import { setSingleKeys, useSingleKeys } from '#web/features/keyboard/single-keys.ts'
import { Card } from '#web/ui/card.tsx'

/** The user's settings for this browser. */
export function PreferencesCard() {
  const { isOn: on } = useSingleKeys()
  return (
    <Card title="Preferences">
      <Switch
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        label="Single-key shortcuts"
        description="In lists and on tasks, in this browser. Shortcuts with Ctrl and the arrow keys always work."
      />
    </Card>
  )
}
