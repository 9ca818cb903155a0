import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { WebhookShown } from '#core/wire/connections/webhooks.ts'
import common from '#web/screens/connections/common.module.css'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { numberText } from '#web/ui/number-format.ts'
import { replayWebhook, useChange } from './webhook-queries.ts'
import { hostOf } from './webhook-words.ts'

type Props = { item: WebhookShown; newest: number; onClose: () => void }

/** Asks from which event on a webhook is sent everything again. */
export function ReplayDialog({ item, newest, onClose }: Props) {
  const change = useChange()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const from = Number(text.replaceAll(/[\s,]/g, ''))
    const isRight = Number.isInteger(from) && from >= 1 && from <= newest
    setError(isRight ? undefined : `Enter the number of an event, from 1 to ${numberText(newest)}.`)
    if (!isRight || busy) return
    setBusy(true)
    if (await change(() => replayWebhook(item.webhookId, from), 'They are being sent again.')) onClose()
    setBusy(false)
  }
  return (
    <FormDialog
      title={`Send again to ${hostOf(item.url)}`}
      submit="Send again"
      size={480}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
      className={common.form}
    >
      <p>
        Every event from this one on is sent again under its original id, so a receiver that keeps the ids takes none
        twice.
      </p>
      <TextInput
        label="From event"
        description={`The newest is ${numberText(newest)}. Deliveries and the history show the numbers.`}
        inputMode="numeric"
        value={text}
        error={error}
        data-autofocus
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
