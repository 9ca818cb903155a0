import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { sendInvoice } from '#core/wire/jobs/invoices.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './send-invoice.module.css'

type Props = {
  jobId: string
  invoice: string
  sentTo: string
  /** What has changed since it was sent, in words. */
  changed: string
  onClose: () => void
}

/** Asks to whom an invoice is sent, and sends it. */
export function SendInvoiceDialog({ jobId, invoice, sentTo, changed, onClose }: Props) {
  const [to, setTo] = useState(sentTo)
  const [wrong, setWrong] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (busy) return
    const asked = sendInvoice.safeParse({ to })
    setWrong(asked.success ? undefined : 'Enter an email address.')
    setError(undefined)
    if (!asked.success) return
    setBusy(true)
    try {
      await call(pathTo(paths.jobInvoiceEmail, { jobId }), { method: 'POST', body: asked.data })
      toast.success(`Invoice ${invoice} is on its way to ${asked.data.to}.`)
      onClose()
    } catch (failure) {
      setError(errorMessage(failure))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={`Send invoice ${invoice}`}
      submit="Send"
      size={480}
      busy={busy}
      unsaved={to !== sentTo}
      discard="Close without sending?"
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {changed && (
        <p className={`${styles.changed} ${styles.asked}`}>
          Changed since it was sent: {changed}. The changed invoice goes out under the same number, {invoice}.
        </p>
      )}
      <TextInput
        label="To"
        description="The invoice is attached as a PDF; its number, total and due date are in the text."
        type="email"
        autoComplete="email"
        value={to}
        error={wrong}
        maxLength={254}
        data-autofocus
        onChange={({ currentTarget }) => {
          setTo(currentTarget.value)
          setWrong(undefined)
        }}
      />
    </FormDialog>
  )
}
