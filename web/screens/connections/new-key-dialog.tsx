import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { isForOneAgency } from '#core/api-keys/only-jobs-of.ts'
import type { Scope } from '#core/api-keys/scopes.ts'
import { addDays } from '#core/time/wall-clock.ts'
import type { MadeApiKey } from '#core/wire/connections/api-keys.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { AgencySelect } from '#web/features/job-dialogs/agency-select.tsx'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { useToday } from '#web/ui/time/today.ts'
import common from './common.module.css'
import styles from './connections.module.css'
import { makeKey } from './key-queries.ts'
import { parts } from './scope-words.ts'

const audiences = [
  ['team', 'What the team sees'],
  ['office', 'What the office sees'],
] as const

const explained = {
  team: ['No prices, invoices, agencies or work orders.', 'It can change what a team member can.'],
  office: ['With prices, invoices, agencies and work orders.', 'It may also create jobs and book visits.'],
}

type Props = { onMade: (made: MadeApiKey & { name: string }) => void; onClose: () => void }

/** Asks what a new API key may see and do, and makes it. */
export function NewKeyDialog({ onMade, onClose }: Props) {
  const today = useToday(useTimeZone())
  const [name, setName] = useState('')
  const [until, setUntil] = useState(() => addDays(today, 90))
  const [audience, setAudience] = useState<'office' | 'team'>('team')
  const [scopes, setScopes] = useState<readonly Scope[]>(['jobs:read'])
  const [onlyAgency, setOnlyAgency] = useState('')
  const [error, setError] = useState<string>()
  const [missing, setMissing] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sees = useId()
  const submit = async () => {
    if (busy) return
    setMissing(name.trim() ? undefined : 'Enter a name for the key.')
    setError(scopes.length > 0 ? undefined : 'Tick at least one thing that the key may do.')
    if (!name.trim() || scopes.length === 0) return
    setBusy(true)
    try {
      const limits = { ...(onlyAgency ? { onlyAgency } : {}), ...(until ? { until } : {}) }
      const made = await makeKey({ name, audience, scopes: [...scopes], ...limits })
      onMade({ ...made, name: name.trim() })
    } catch (failure) {
      setError(errorMessage(failure))
      setBusy(false)
    }
  }
  const limitTo = (agency: string) => {
    setOnlyAgency(agency)
    if (agency) setScopes((before) => before.filter(isForOneAgency))
  }
  const tick = (scope: Scope | undefined, part: string, use: string) =>
    scope && (!onlyAgency || isForOneAgency(scope)) ? (
      <label className={styles.tick}>
        <input
          type="checkbox"
          aria-label={`${part}: ${use}`}
          checked={scopes.includes(scope)}
          onChange={({ currentTarget: { checked } }) =>
            setScopes((before) => (checked ? [...before, scope] : before.filter((one) => one !== scope)))
          }
        />
      </label>
    ) : (
      <span aria-hidden>–</span>
    )
  return (
    <FormDialog
      title="New API key"
      submit="Make key"
      size={580}
      busy={busy}
      unsaved={name !== ''}
      discard="Discard this key?"
      error={error}
      onSubmit={submit}
      onClose={onClose}
      className={common.form}
    >
      <div className={styles.pair}>
        <TextInput
          label="Name"
          description="Which program uses the key"
          value={name}
          error={missing}
          maxLength={60}
          data-autofocus
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setMissing(undefined)
          }}
        />
        <DateField
          label="Works until"
          description="Leave empty for no end date"
          value={until}
          onChange={setUntil}
          today={today}
          toward="future"
          minDate={today}
          clearable
        />
      </div>
      <div>
        <p className={common.label} id={sees}>
          What it can see
        </p>
        <Choices name={{ labelledBy: sees }} options={audiences} value={audience} onChange={setAudience} />
        <p className={common.quiet}>{explained[audience].slice(0, onlyAgency ? 1 : 2).join(' ')}</p>
      </div>
      <table className={styles.scopes}>
        <caption>What it may do</caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Read</th>
            <th scope="col">Write</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.name}>
              <th scope="row">
                {part.name}
                {part.detail && <span className={common.quiet}> · {part.detail}</span>}
              </th>
              <td>{tick(part.read, part.name, 'read')}</td>
              <td>{tick(part.write, part.name, 'write')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <AgencySelect
        label="Only jobs of"
        description="An agency or landlord. The key can then only read their jobs, and change nothing."
        placeholder="All jobs"
        agency={onlyAgency}
        onAgency={limitTo}
      />
      <p className={common.quiet}>
        The key acts in its own name, and you’re responsible for it: it ends if you are removed or become a team member.
      </p>
    </FormDialog>
  )
}
