import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { paths } from '#core/wire/paths.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import styles from './connections.module.css'

type Props = { name: string; token: string; onClose: () => void }

/** Shows a new key, the only time that it can be seen. */
export function MadeKeyDialog({ name, token, onClose }: Props) {
  const { copied, copy, error } = useClipboard({ timeout: 2_000 })
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Dialog opened onClose={onClose} title={name} size={560} footer={<Button onClick={onClose}>Done</Button>}>
      <div className={styles.form}>
        <p>Copy the key now. You can’t see it again, only make a new one.</p>
        <div className={styles.copied}>
          <TextInput
            aria-label="API key"
            className={styles.token}
            readOnly
            value={token}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={() => copy(token)}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </div>
        {error && <p role="alert">This browser doesn’t allow copying. Select the key and copy it yourself.</p>}
        <div>
          <p className={styles.label}>Try it</p>
          <pre className={styles.code}>
            {`curl ${location.origin}${paths.jobs} \\\n  -H "Authorization: Bearer ${token.slice(0, 12)}…${token.slice(-4)}"`}
          </pre>
        </div>
      </div>
    </Dialog>
  )
}
