import { Switch } from '@mantine/core'
import { Card } from '#web/parts/job/card.tsx'
import { useSingleKeys } from '#web/parts/keyboard/single-keys.ts'

/** What one has set for this browser. */
export function PreferencesCard() {
  const [on, setOn] = useSingleKeys()
  return (
    <Card title="Preferences">
      <Switch
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
        label="Single-letter keys"
        description="In lists and on tasks, in this browser. Keys with Ctrl and the arrows work either way."
      />
    </Card>
  )
}
