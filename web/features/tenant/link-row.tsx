import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconDeviceMobileMessage, IconMail } from '@tabler/icons-react'
import type { TenantWay } from '#core/company/tenant-rule.ts'
import { whyNotSentWords } from '#core/job/failed-mail/why-not-sent.ts'
import { refusedNames } from '#core/site/refused-ways.ts'
import type { TenantLinkShown, TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { counted } from '#web/ui/number-format.ts'
import { ago, dayIn } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './tenant-card.module.css'

type Props = {
  link: TenantLinkShown
  busy: boolean
  mayEdit: boolean
  /** Missing if it cannot be sent by email. */
  onSend: (() => void) | undefined
  /** Missing if it cannot be sent by text message. */
  onText: (() => void) | undefined
  /** What this server could send and the tenant asked not to get; missing for a former tenant. */
  refused: readonly TenantWay[] | undefined
  /** Why their number gets no texts, where they would otherwise be offered. */
  noTexts: TenantLinksAnswer['tenants'][number]['texts'] | undefined
  onEnd: () => void
}

/** A link that works: whose it is, whether it was opened, and what can be done with it. */
export function LinkRow({ link, busy, mayEdit, onSend, onText, refused, noTexts, onEnd }: Props) {
  const { name, path = '', opened, lastOpenedAt, sentAt, failed, textedAt, text, endsAt } = link
  const zone = useTimeZone()
  const now = useNow()
  const { copied, copy, error } = useClipboard({ timeout: 2_000 })
  const Icon = copied ? IconCheck : IconCopy
  const address = location.origin + path
  const use = lastOpenedAt
    ? `Opened ${counted(opened, 'time')}, last ${ago(lastOpenedAt, now, zone)}`
    : 'Not opened yet'
  return (
    <li className={styles.link}>
      <p className={styles.name}>{name || 'Former tenant'}</p>
      <p className={styles.quiet}>
        {[
          use,
          sentAt && !failed && `emailed ${ago(sentAt, now, zone)}`,
          textedAt && !text?.why && `texted ${ago(textedAt, now, zone)}`,
          endsAt && `ends ${dayIn(endsAt, zone)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {failed && (
        <p className={styles.failed}>
          Could not be sent to {failed.sentTo}. {whyNotSentWords[failed.why]}
        </p>
      )}
      {text?.why && (
        <p className={styles.failed}>
          {text.state === 'waiting' ? 'The text will be tried again' : 'The text wasn’t sent'}: {text.why}
        </p>
      )}
      {refused && refused.length > 0 && (
        <p className={styles.quiet}>
          {name} asked for no {refusedNames({ refuses: refused })}.
        </p>
      )}
      {noTexts === 'not-mobile' && (
        <p className={styles.quiet}>Their number isn’t a mobile, so they can’t be texted.</p>
      )}
      {noTexts === 'abroad' && <p className={styles.quiet}>Their mobile number is abroad, so they can’t be texted.</p>}
      <div className={styles.buttons}>
        <Button variant="default" size="xs" leftSection={<Icon size={14} aria-hidden />} onClick={() => copy(address)}>
          {copied ? 'Copied' : 'Copy link'}
        </Button>
        {mayEdit && onSend && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMail size={14} aria-hidden />}
            disabled={busy}
            onClick={onSend}
          >
            {sentAt ? 'Email again' : 'Send by email'}
          </Button>
        )}
        {mayEdit && onText && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDeviceMobileMessage size={14} aria-hidden />}
            disabled={busy}
            onClick={onText}
          >
            {textedAt ? 'Text again' : 'Send by text'}
          </Button>
        )}
        {mayEdit && (
          <Button variant="subtle" color="gray" size="xs" disabled={busy} onClick={onEnd}>
            End link
          </Button>
        )}
      </div>
      {error && (
        <p role="alert">
          This browser doesn’t allow copying. Select the link and copy it yourself: <code>{address}</code>
        </p>
      )}
    </li>
  )
}
