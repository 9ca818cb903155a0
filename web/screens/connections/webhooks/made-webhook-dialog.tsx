import type { MadeWebhook } from '#core/wire/connections/webhooks.ts'
import styles from '#web/screens/connections/connections.module.css'
import { SecretDialog } from '#web/screens/connections/secret-dialog.tsx'

/** Shows the secret of a new webhook, the only time that it can be seen. */
export const MadeWebhookDialog = ({ made, onClose }: { made: MadeWebhook; onClose: () => void }) => (
  <SecretDialog
    title="Webhook made"
    text="Copy its secret now. You can’t see it again, only make a new webhook."
    label="Webhook secret"
    secret={made.secret}
    onClose={onClose}
  >
    <p>
      The receiver uses it to check that a delivery comes from your Fettle and was not changed on the way, as the
      Standard Webhooks convention describes.
      <a href="/docs/connections" className={styles.link}>
        The guide
      </a>{' '}
      has an example.
    </p>
  </SecretDialog>
)
