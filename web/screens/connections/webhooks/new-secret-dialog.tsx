import { dueWords } from '#core/deadlines/standing.ts'
import type { RolledSecret } from '#core/wire/connections/webhooks.ts'
import { SecretDialog } from '#web/screens/connections/secret-dialog.tsx'
import { useTimeZone } from '#web/sync/reads/me.ts'

type Props = { host: string; rolled: RolledSecret; onClose: () => void }

/** Shows the new secret of a webhook, the only time that it can be seen. */
export function NewSecretDialog({ host, rolled, onClose }: Props) {
  const zone = useTimeZone()
  const until = dueWords(rolled.earlierUntil, new Date().toISOString(), zone)
  return (
    <SecretDialog
      title={`New secret for ${host}`}
      text="Copy it now. You can’t see it again."
      label="New webhook secret"
      secret={rolled.secret}
      onClose={onClose}
    >
      <p>
        Until {until}, every delivery is signed with the new secret and with the one before it, so the receiver accepts
        it with either. Give the receiver the new one by then: after that, only the new one counts.
      </p>
    </SecretDialog>
  )
}
