import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Invoicing, noInvoicing, vatRates } from '#core/company/invoicing.ts'
import { printedVatNumber } from '#core/company/vat-number.ts'
import type { Me } from '#core/wire/account/session.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import styles from '#web/screens/profile/profile.module.css'
import { useMe } from '#web/sync/reads/me.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useMay } from '#web/sync/rights.ts'
import { Choices } from '#web/ui/fields/choices.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { setCompany } from './set-company.ts'
import { SettingsForm } from './settings-form.tsx'

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
  const queries = useQueryClient()
  const mayChange = useMay('setSignInRules')
  const saved = company.office?.invoicing ?? noInvoicing
  const [given, setGiven] = useState<Invoicing>({ ...saved, vatNumber: printedVatNumber(saved.vatNumber) })
  const [failure, setFailure] = useState<{ isNumber: boolean; error: string }>()
  const number = useRef<HTMLInputElement>(null)
  const set = (change: Partial<Invoicing>) => setGiven({ ...given, ...change })
  const save = async () => {
    setFailure(undefined)
    try {
      await setCompany('SetInvoicing', { companyId: company.c_id, invoicing: given, from: saved })
      await queries.invalidateQueries({ queryKey: keys.me })
      toast.success('Invoices saved.')
    } catch (error) {
      const isNumber = error instanceof CallFailure && error.field?.endsWith('vatNumber') === true
      setFailure({ isNumber, error: errorMessage(error) })
      if (isNumber) number.current?.focus()
    }
  }
  return (
    <SettingsForm
      title="Invoices"
      note="Jobs that are invoiced already keep their VAT and due date"
      error={failure?.isNumber ? undefined : failure?.error}
      mayChange={mayChange}
      onSave={save}
    >
      <TextInput
        ref={number}
        label="VAT number"
        maxLength={30}
        disabled={!mayChange}
        placeholder="If you are registered for VAT"
        value={given.vatNumber}
        error={failure?.isNumber && failure.error}
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
          <p className={styles.quiet} id="prices-are">
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
