import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { dayNameIn } from '#core/time/format.ts'
import type { InvitationAnswer } from '#core/wire/account/team.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './dialogs.module.css'

/** The result of an invitation: an email was sent, or here is the link to pass on. */
export function PasswordLink({ username, email, invitation }: Props) {
  const id = useId()
  const [copied, setCopied] = useState(false)
  const { link, expiresAt } = invitation
  const day = dayNameIn(expiresAt, useTimeZone())
  if (!link)
    return (
      <p className={styles.text}>
        An email to {email} is on its way. Its link works until {day}.
      </p>
    )
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      toast.failure('This browser doesn’t allow copying.')
    }
  }
  return (
    <>
      <p className={styles.text}>
        No email is set up, so nothing was sent. Give {username} this link: it sets the password, works once until {day}
        , and is shown only here.
      </p>
      <label className={styles.label} htmlFor={id}>
        Password link
      </label>
      <div className={styles.link}>
        <input id={id} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
          {copied ? 'Copied' : 'Copy link'}
        </Button>
      </div>
    </>
  )
}

type Props = { username: string; email: string; invitation: InvitationAnswer }
