import { Button, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { noPapers, type Papers } from '#core/company/papers.ts'
import type { Me } from '#core/wire/account/session.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import styles from '#web/screens/profile/profile.module.css'
import { useMe } from '#web/sync/reads/me.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { LogoField } from './logo-field.tsx'
import { setCompany } from './set-company.ts'

/** The owner's settings for what visit sheets and evidence packs say of the company. */
export function PapersCard() {
  const { data } = useMe()
  return data ? <Form key={data.company.c_id} company={data.company} /> : null
}

const fields = [
  { field: 'tradingName', label: 'Name on papers', most: 100, autoComplete: 'organization' },
  { field: 'telephone', label: 'Telephone', most: 40, autoComplete: 'tel' },
  { field: 'email', label: 'Email', most: 254, autoComplete: 'email' },
] as const

function Form({ company }: { company: Me['company'] }) {
  const queries = useQueryClient()
  const mayClose = useMay('setSignInRules')
  const saved = company.papers ?? noPapers
  const [given, setGiven] = useState(saved)
  const [failure, setFailure] = useState<{ field: string | undefined; error: string }>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errorOf = (field: keyof Papers) => (failure?.field?.endsWith(field) ? failure.error : undefined)
  const set = (change: Partial<Papers>) => setGiven({ ...given, ...change })
  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await setCompany('SetPapers', { companyId: company.c_id, papers: given, from: saved })
      queries.setQueryData<Me>(keys.me, (me) => me && { ...me, company: { ...me.company, papers: given } })
      toast.success('Papers saved.')
    } catch (error) {
      const field = error instanceof CallFailure ? error.field : undefined
      setFailure({ field, error: errorMessage(error) })
      const name = fields.find((one) => field?.endsWith(one.field))?.field
      form.current?.querySelector<HTMLInputElement>(`[name=${name ?? 'tradingName'}]`)?.focus()
    }
    setBusy(false)
  }
  const isKnown = fields.some(({ field }) => errorOf(field)) || errorOf('address')
  return (
    <Card title="Papers">
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void save()
        }}
      >
        {failure && !isKnown && <p role="alert">{failure.error}</p>}
        {fields.slice(0, 1).map(field)}
        <Textarea
          label="Address"
          name="address"
          autosize
          minRows={2}
          readOnly={!mayClose}
          disabled={!mayClose}
          maxLength={300}
          autoComplete="street-address"
          value={given.address}
          error={errorOf('address')}
          onChange={({ currentTarget: { value } }) => set({ address: value })}
        />
        {fields.slice(1).map(field)}
        <LogoField company={company} disabled={!mayClose} />
        <div className={styles.foot}>
          <span className={styles.quiet}>Printed on visit sheets, letters and evidence packs</span>
          <Button type="submit" disabled={!mayClose} aria-disabled={busy || !mayClose}>
            {busy ? 'Saving...' : 'Save Papers'}
          </Button>
        </div>
      </form>
    </Card>
  )
  function field({ field: name, label, most, autoComplete }: (typeof fields)[number]) {
    return (
      <TextInput
        key={name}
        label={label}
        name={name}
        maxLength={most}
        autoComplete={autoComplete}
        placeholder={name === 'tradingName' ? company.name : undefined}
        value={given[name]}
        error={errorOf(name)}
        onChange={({ currentTarget: { value } }) => set({ [name]: value })}
      />
    )
  }
}
