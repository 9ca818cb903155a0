import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import common from './common.module.css'
import styles from './connections.module.css'

type Props = {
  title: string
  /** What to do with it, in a sentence. */
  text: string
  /** The secret's name, for a screen reader. */
  label: string
  secret: string
  /** How to use it. */
  children: ReactNode
  onClose: () => void
}

/** Shows a new secret, the only time that it can be seen. */
export function SecretDialog({ title, text, label, secret, children, onClose }: Props) {
  const { copied, copy, error } = useClipboard({ timeout: 2_000 })
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Dialog opened onClose={onClose} title={title} size={560} footer={<Button onClick={onClose}>Done</Button>}>
      <div className={common.form}>
        <p>{text}</p>
        <div className={styles.copied}>
          <TextInput
            aria-label={label}
            className={styles.token}
            readOnly
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={() => copy(secret)}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </div>
        {error && <p role="alert">This browser doesn’t allow copying. Select it and copy it yourself.</p>}
        {children}
      </div>
    </Dialog>
  )
}
