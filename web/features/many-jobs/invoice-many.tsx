import { TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { GivenVat } from '#core/company/vat-treatments.ts'
import { invoiceEach, type Planned } from '#core/prediction/many-jobs.ts'
import { VatField } from '#web/features/invoice/vat-field.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { ChangeManyDialog } from './change-many-dialog.tsx'
import styles from './invoice-many.module.css'
import type { ManyProps } from './many-props.ts'
import type { ChangeFor } from './use-change-of-many.ts'

type Numbering = 'each' | 'one'
const numberings = [
  ['each', 'A number each'],
  ['one', 'One for all'],
] as const

/** Invoices many jobs, each under a number of its own, counted up, or all under one. */
export function InvoiceMany(props: ManyProps) {
  const [first, setFirst] = useState('')
  const [vat, setVat] = useState<GivenVat>('')
  const [numbering, setNumbering] = useState<Numbering>('each')
  const change = useMemo(
    (): ChangeFor | undefined =>
      first.trim() === ''
        ? undefined
        : (jobs, asked) => invoiceEach(jobs, { first, isForAll: numbering === 'one', vat }, asked),
    [first, numbering, vat],
  )
  return (
    <ChangeManyDialog {...props} title="Invoice" done="Invoiced" submit="Invoice" change={change} effect={numberOf}>
      <div className={styles.fields}>
        <TextInput
          className={styles.number}
          label={numbering === 'each' ? 'First invoice number' : 'Invoice number'}
          required
          data-autofocus
          maxLength={90}
          value={first}
          onChange={({ currentTarget }) => setFirst(currentTarget.value)}
        />
        {props.rows.length > 1 && (
          <Choices name="Numbers" options={numberings} value={numbering} onChange={setNumbering} />
        )}
        <div className={styles.vat}>
          <VatField value={vat} onChange={setVat} />
        </div>
      </div>
    </ChangeManyDialog>
  )
}

const numberOf = (plan: Planned) => 'made' in plan && plan.made.after.office?.invoice
