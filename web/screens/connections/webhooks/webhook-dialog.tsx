import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { EventType } from '#core/ledger/ledger.ts'
import { isEventType } from '#core/ledger/ledger.ts'
import { typesFor } from '#core/webhooks/event-types.ts'
import type { MadeWebhook, WebhookShown } from '#core/wire/connections/webhooks.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import { AgencySelect } from '#web/features/job-dialogs/agency-select.tsx'
import common from '#web/screens/connections/common.module.css'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { EventTypeChoice } from './event-type-choice.tsx'
import { changeWebhook, makeWebhook, useChange } from './webhook-queries.ts'

const audiences = [
  ['team', 'What the team sees'],
  ['office', 'What the office sees'],
] as const
const extents = [
  ['chosen', 'Chosen events'],
  ['all', 'Everything it sees'],
] as const

type Props = {
  /** The one that is changed; without it, one is made. */
  item?: WebhookShown | undefined
  /** With the secret of one that was made. */
  onDone: (made?: MadeWebhook) => void
  onClose: () => void
}

/** Asks where a webhook sends and what it is told of, and makes or changes it. */
export function WebhookDialog({ item, onDone, onClose }: Props) {
  const change = useChange()
  const [url, setUrl] = useState(item?.url ?? '')
  const [audience, setAudience] = useState<'office' | 'team'>(item?.audience ?? 'team')
  const [extent, setExtent] = useState<'chosen' | 'all'>(item && item.eventTypes.length === 0 ? 'all' : 'chosen')
  const [chosen, setChosen] = useState<readonly EventType[]>(
    () => item?.eventTypes.filter((one): one is EventType => isEventType(one)) ?? ['JobCreated', 'JobStatusChanged'],
  )
  const [onlyAgency, setOnlyAgency] = useState(item?.onlyAgency ?? '')
  const [wrongUrl, setWrongUrl] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [sees, told] = [useId(), useId()]
  const offered = typesFor(audience, onlyAgency !== '')
  const types = chosen.filter((one) => offered.includes(one))
  const submit = async () => {
    if (busy) return
    const isMissing = extent === 'chosen' && types.length === 0
    setWrongUrl(url.trim() ? undefined : 'Enter the address that events are sent to.')
    setError(isMissing ? 'Tick at least one event.' : undefined)
    if (!url.trim() || isMissing) return
    setBusy(true)
    const limit = onlyAgency ? { onlyAgency } : {}
    const asked = { url: url.trim(), audience, eventTypes: extent === 'all' ? [] : types, ...limit }
    try {
      const made = item ? void (await changeWebhook(item.webhookId, asked)) : await makeWebhook(asked)
      void change(async () => undefined, item ? 'Webhook changed.' : undefined)
      onDone(made)
    } catch (failure) {
      const isOfUrl = failure instanceof CallFailure && failure.field === 'url'
      ;(isOfUrl ? setWrongUrl : setError)(errorMessage(failure))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={item ? 'Edit webhook' : 'New webhook'}
      submit={item ? 'Save' : 'Make webhook'}
      size={600}
      busy={busy}
      unsaved={!item && url !== ''}
      discard="Discard this webhook?"
      error={error}
      onSubmit={submit}
      onClose={onClose}
      className={common.form}
    >
      <TextInput
        label="Address"
        description="Events are posted here, over https"
        placeholder="https://hooks.example.com/fettle"
        type="url"
        value={url}
        error={wrongUrl}
        maxLength={1000}
        data-autofocus
        onChange={({ currentTarget }) => {
          setUrl(currentTarget.value)
          setWrongUrl(undefined)
        }}
      />
      <div>
        <p className={common.label} id={sees}>
          What it can see
        </p>
        <Choices name={{ labelledBy: sees }} options={audiences} value={audience} onChange={setAudience} />
        <p className={common.quiet}>
          {audience === 'team'
            ? 'No prices, invoices, agencies or work orders.'
            : 'With prices, invoices, agencies, work orders, sites and people.'}
        </p>
      </div>
      <AgencySelect
        label="Only jobs of"
        description="An agency or landlord. The webhook is then only told about their jobs."
        placeholder="All jobs"
        agency={onlyAgency}
        onAgency={setOnlyAgency}
      />
      <div>
        <p className={common.label} id={told}>
          Events
        </p>
        <Choices name={{ labelledBy: told }} options={extents} value={extent} onChange={setExtent} />
      </div>
      {extent === 'chosen' && <EventTypeChoice types={offered} chosen={types} onChange={setChosen} />}
      <p className={common.quiet}>
        You’re responsible for this webhook: it turns off if you are removed or become a team member.
      </p>
    </FormDialog>
  )
}
