import { IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from '#web/ui/strip.module.css'

/** Says that the user's email is not confirmed yet, and sends the link again. */
export function ConfirmEmailStrip({ email }: { email: string }) {
  const queries = useQueryClient()
  const [sending, setSending] = useState(false)
  useEffect(() => {
    // The link opens in another tab, or on another device: a person who returns may have confirmed.
    const look = () => void queries.invalidateQueries({ queryKey: keys.me })
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [queries])
  const send = async () => {
    setSending(true)
    try {
      toast.success((await call<{ message: string }>(paths.verification, { method: 'POST' })).message)
    } catch (failure) {
      toast.failure(errorMessage(failure))
    }
    setSending(false)
  }
  return (
    <p className={styles.strip} role="status">
      <IconMail size={20} stroke={1.75} aria-hidden />
      <span>
        Confirm your email: open the link that was sent to {email}. Until then you can’t invite anyone, and Fettle sends
        no news of your account.
      </span>
      <button type="button" className={styles.action} disabled={sending} onClick={() => void send()}>
        Send link again
      </button>
    </p>
  )
}
