import { Textarea, TextInput } from '@mantine/core'
import { noPapers, type Papers, tidied } from '#core/company/papers.ts'
import { isRefusal } from '#core/model/refusals.ts'
import type { Me } from '#core/wire/account/session.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { LogoField } from './logo-field.tsx'
import { setCompany } from './set-company.ts'
import { SettingsForm } from './settings-form.tsx'
import { useSettings } from './use-settings.ts'

/** The owner's settings for what visit sheets and evidence packs say of the company. */
export function PapersCard() {
  const { data } = useMe()
  return data ? <Form key={data.company.c_id} company={data.company} /> : null
}

const lines = [
  { field: 'tradingName', label: 'Name on papers', most: 100, autoComplete: 'organization' },
  { field: 'telephone', label: 'Telephone', most: 40, autoComplete: 'tel' },
  { field: 'email', label: 'Email', most: 254, autoComplete: 'email' },
] as const
const fields = ['tradingName', 'address', 'telephone', 'email'] as const

function Form({ company }: { company: Me['company'] }) {
  const mayChange = useMay('setSignInRules')
  const { given, set, errorOf, settings } = useSettings<Papers, keyof Papers>({
    title: 'Papers',
    saved: company.papers ?? noPapers,
    fields,
    send: async (papers, from) => {
      await setCompany('SetPapers', { companyId: company.c_id, papers, from })
      const kept = tidied(papers)
      return isRefusal(kept) ? papers : kept
    },
    withSaved: (others, papers) => ({ ...others, papers }),
  })
  const fieldOf = (name: keyof Papers) => ({
    name,
    disabled: !mayChange,
    value: given[name],
    error: errorOf(name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set({ ...given, [name]: value }),
  })
  const line = ({ field, label, most, autoComplete }: (typeof lines)[number]) => (
    <TextInput
      key={field}
      label={label}
      maxLength={most}
      autoComplete={autoComplete}
      placeholder={field === 'tradingName' ? company.name : undefined}
      {...fieldOf(field)}
    />
  )
  return (
    <SettingsForm settings={settings} note="Printed on visit sheets, letters and evidence packs" mayChange={mayChange}>
      {lines.slice(0, 1).map(line)}
      <Textarea
        label="Address"
        autosize
        minRows={2}
        maxLength={300}
        autoComplete="street-address"
        {...fieldOf('address')}
      />
      {lines.slice(1).map(line)}
      <LogoField company={company} disabled={!mayChange} />
    </SettingsForm>
  )
}
