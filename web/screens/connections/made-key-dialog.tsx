import { paths } from '#core/wire/paths.ts'
import common from './common.module.css'
import styles from './connections.module.css'
import { SecretDialog } from './secret-dialog.tsx'

type Props = { name: string; token: string; onClose: () => void }

/** Shows a new key, the only time that it can be seen. */
export const MadeKeyDialog = ({ name, token, onClose }: Props) => (
  <SecretDialog
    title={name}
    text="Copy the key now. You can’t see it again, only make a new one."
    label="API key"
    secret={token}
    onClose={onClose}
  >
    <div>
      <p className={common.label}>Try it</p>
      <pre className={common.code}>
        {`curl ${location.origin}${paths.jobs} \\\n  -H "Authorization: Bearer ${token.slice(0, 12)}…${token.slice(-4)}"`}
      </pre>
    </div>
    <a href="/docs/connections" className={styles.link}>
      Guide to connections
    </a>
  </SecretDialog>
)
