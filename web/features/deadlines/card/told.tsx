import { stepNames } from '#core/deadlines/values.ts'
import type { DutyOffice } from '#core/job/duties/duty.ts'
import { timeIn } from '#core/time/format.ts'
import type { Asking } from '#web/features/deadlines/duty-dialogs.tsx'
import { answerNames, sentWords } from '#web/features/deadlines/duty-words.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './duty-card.module.css'

type Props = {
  office: DutyOffice
  zone: string
  nameOf: (userId: string) => string
  mayChange: boolean
  onAsk: (asking: Asking) => void
}

/** What was said about a hazard: letters, offers of another place to stay, and explanations, newest first. */
export function Told({ office: { summaries, offers, explanations }, zone, nameOf, mayChange, onAsk }: Props) {
  const at = (instant: string) => `${dayIn(instant, zone)}, ${timeIn(instant, zone)}`
  if (summaries.length + offers.length + explanations.length === 0) return null
  return (
    <ul className={styles.told} aria-label="Letters, offers and explanations">
      {summaries.toReversed().map(({ summaryId, sent, userId, timestamp }) => (
        <li key={summaryId}>
          <p className={styles.who}>
            {sent ? `Sent ${at(sent.sentAt)} ${sentWords[sent.sentHow]}` : `Not sent · ${at(timestamp)}`}
            {sent?.sentTo && ` to ${sent.sentTo}`} · written by {nameOf(userId)}
          </p>
          <button type="button" className={styles.quiet} onClick={() => onAsk({ is: 'letter', summaryId })}>
            Written summary
          </button>
        </li>
      ))}
      {offers.toReversed().map(({ offerId, offeredAt, answer, note, userId }) => (
        <li key={offerId}>
          <p className={styles.who}>
            {nameOf(userId)} · {at(offeredAt)}
          </p>
          <p>
            Offered another place to stay: {answerNames[answer].toLowerCase()}
            {note && `. ${note}`}
          </p>
          {mayChange && (
            <button type="button" className={styles.quiet} onClick={() => onAsk({ is: 'stay', offerId })}>
              Change the answer
            </button>
          )}
        </li>
      ))}
      {explanations.toReversed().map(({ step, reason, userId, timestamp }) => (
        <li key={`${timestamp} ${reason}`}>
          <p className={styles.who}>
            {nameOf(userId)} · {at(timestamp)}
            {step && ` · ${stepNames[step]}`}
          </p>
          <p>{reason}</p>
        </li>
      ))}
    </ul>
  )
}
