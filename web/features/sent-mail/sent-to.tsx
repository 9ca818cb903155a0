import type { WhyNotSent } from '#core/job/failed-mail/failed-mail-messages.ts'
import { whyNotSentWords } from '#core/job/failed-mail/why-not-sent.ts'
import { dateIn } from '#core/time/format.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import styles from './sent-to.module.css'

type Props = {
  sent: { sentTo: string; at: string }
  /** Why it was given up. */
  why: WhyNotSent | undefined
}

/** To whom an email was sent last and when, or why it did not arrive. */
export function SentTo({ sent: { sentTo, at }, why }: Props) {
  const zone = useTimeZone()
  const day = dateIn(at, zone, new Date().toISOString())
  if (!why)
    return (
      <p className={styles.sent}>
        Sent to {sentTo}, {day}
      </p>
    )
  return (
    <p className={styles.failed}>
      Could not be sent to {sentTo}, {day}. {whyNotSentWords[why]}
    </p>
  )
}
