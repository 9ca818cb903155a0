import { Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { longestMessage } from '#core/job/evidence-mail/evidence-mail-messages.ts'
import { capitalised } from '#core/job/values.ts'
import { landlordAddresses } from '#core/site/landlord-addresses.ts'
import { type SendEvidence, sendEvidence } from '#core/wire/evidence/evidence-mails.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useSiteOfJob } from '#web/sync/reads/sites/site-reads.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { useToday } from '#web/ui/time/today.ts'
import styles from './send-pack-dialog.module.css'

type Props = {
  jobId: string
  /** What the pack has. */
  options: Pick<SendEvidence, 'copy' | 'from' | 'to' | 'prices' | 'notes'>
  /** A sentence on that. */
  contents: string
  /** The address that it could not be sent to. */
  again: string | undefined
  onClose: () => void
  onSent: () => void
}

/** Asks to whom an evidence pack is sent, the site's landlord if the address book has one and none failed, and sends it. */
export function SendPackDialog({ jobId, options, contents, again, onClose, onSent }: Props) {
  const today = useToday(useTimeZone())
  const { data } = useSiteOfJob(jobId, true)
  const known = data?.site.office ? landlordAddresses(data.site.office, today) : []
  const [typed, setTyped] = useState<string>()
  const offered = again ?? known[0]?.email ?? ''
  const to = typed ?? offered
  const [message, setMessage] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  // What is asked for again after a lost answer is sent once.
  const asked = useRef({ of: '', mailId: '' })
  const setRecipient = (address: string) => {
    setTyped(address)
    setWrong(undefined)
  }
  const submit = async () => {
    if (busy) return
    const mail = { ...options, recipient: to, ...(message.trim() ? { message: message.trim() } : {}) }
    const of = JSON.stringify(mail)
    if (asked.current.of !== of) asked.current = { of, mailId: uuid() }
    const body = sendEvidence.safeParse({ ...mail, mailId: asked.current.mailId })
    setWrong(body.success ? undefined : 'Enter an email address.')
    setError(undefined)
    if (!body.success) return
    setBusy(true)
    try {
      await call(pathTo(paths.jobEvidenceEmail, { jobId }), { method: 'POST', body: body.data })
      toast.success(`The evidence pack is on its way to ${body.data.recipient}.`)
      onSent()
    } catch (failure) {
      setError(errorMessage(failure))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title="Send evidence pack"
      submit={busy ? 'Sending...' : 'Send'}
      size={520}
      busy={busy}
      unsaved={(typed !== undefined && typed !== offered) || message !== ''}
      discard="Close without sending?"
      error={error}
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="To"
        type="email"
        autoComplete="email"
        value={to}
        error={wrong}
        maxLength={254}
        data-autofocus
        onChange={({ currentTarget }) => setRecipient(currentTarget.value)}
      />
      {known.length > 0 && (
        <ul className={styles.known} aria-label="From the address book">
          {known.map(({ name, role, email }) => (
            <li key={email}>
              <button type="button" aria-pressed={email === to} onClick={() => setRecipient(email)}>
                <strong>{name || email}</strong> <span>{capitalised(role)}</span>
                {name && <span className={styles.address}>{email}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Textarea
        label="Message"
        description="Optional. The PDF with its verification file is attached."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={longestMessage}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <p className={styles.contents}>{contents}</p>
    </FormDialog>
  )
}
