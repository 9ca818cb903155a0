import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { type Invoicing, noInvoicing, tidied, vatRates } from '#core/company/invoicing.ts'
import { printedVatNumber } from '#core/company/vat-number.ts'
import { isRefusal } from '#core/model/refusals.ts'
import type { Me } from '#core/wire/account/session.ts'
import styles from '#web/screens/profile/profile.module.css'
import { useMe } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { Choices } from '#web/ui/fields/choices.tsx'
import { setCompany } from './set-company.ts'
import { SettingsForm } from './settings-form.tsx'
import { useSettings } from './use-settings.ts'

/** The owner's settings for invoices: VAT, terms and how to pay. */
export function InvoicingCard() {
  const { data } = useMe()
  return data ? <Form key={data.company.c_id} company={data.company} /> : null
}

const rateNames = { 0: 'No VAT, or zero-rated', 500: '5% (reduced rate)', 2000: '20% (standard rate)' }
const rates = vatRates.map((rate) => ({ value: String(rate), label: rateNames[rate] }))
const pricesAre = [
  ['without', 'Without VAT'],
  ['with', 'With VAT'],
] as const

function Form({ company }: { company: Me['company'] }) {
  const mayChange = useMay('setSignInRules')
  const saved = company.office?.invoicing ?? noInvoicing
  const {
    given,
    set: setAll,
    errorOf,
    settings,
  } = useSettings<Invoicing, 'vatNumber'>({
    title: 'Invoices',
    saved: { ...saved, vatNumber: printedVatNumber(saved.vatNumber) },
    fields: ['vatNumber'],
    send: async (sent, before) => {
      await setCompany('SetInvoicing', { companyId: company.c_id, invoicing: sent, from: asKept(before) })
      return asKept(sent)
    },
    withSaved: ({ office, ...others }, invoicing) =>
      office ? { ...others, office: { ...office, invoicing } } : others,
  })
  const set = (change: Partial<Invoicing>) => setAll({ ...given, ...change })
  return (
    <SettingsForm
      settings={settings}
      note="Jobs that are invoiced already keep their VAT and due date"
      mayChange={mayChange}
    >
      <TextInput
        label="VAT number"
        maxLength={30}
        disabled={!mayChange}
        placeholder="If you are registered for VAT"
        value={given.vatNumber}
        error={errorOf('vatNumber')}
        onChange={({ currentTarget: { value } }) => set({ vatNumber: value })}
      />
      <Select
        label="VAT rate"
        disabled={!mayChange}
        allowDeselect={false}
        data={rates}
        value={String(given.vatRate)}
        onChange={(value) => set({ vatRate: vatRates.find((one) => String(one) === value) ?? given.vatRate })}
      />
      {given.vatRate > 0 && (
        <div>
          <p className={styles.label} id="prices-are">
            Prices of tasks are
          </p>
          <Choices
            name={{ labelledBy: 'prices-are' }}
            options={pricesAre}
            value={given.vatIncluded ? 'with' : 'without'}
            onChange={(value) => set({ vatIncluded: value === 'with' })}
            busy={!mayChange}
          />
        </div>
      )}
      <NumberInput
        label="Days to pay"
        disabled={!mayChange}
        min={0}
        max={365}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={given.termsDays}
        onChange={(value) => set({ termsDays: Math.min(Number(value) || 0, 365) })}
      />
      <Textarea
        label="Bank details"
        disabled={!mayChange}
        autosize
        minRows={3}
        maxLength={300}
        placeholder={'Account name\nSort code\nAccount number'}
        value={given.bankDetails}
        onChange={({ currentTarget: { value } }) => set({ bankDetails: value })}
      />
    </SettingsForm>
  )
}

function asKept(given: Invoicing) {
  const kept = tidied(given)
  return isRefusal(kept) ? given : kept
}
