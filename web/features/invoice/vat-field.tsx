import { NativeSelect } from '@mantine/core'
import {
  type GivenVat,
  givenVat,
  usualTreatment,
  vatTreatmentNames,
  vatTreatments,
} from '#core/company/vat-treatments.ts'
import { useMe } from '#web/sync/reads/me.ts'

type Props = { value: GivenVat; onChange: (vat: GivenVat) => void }

/** The VAT of an invoice: the company's usual one unless another is chosen. A company without a VAT number has none to choose. */
export function VatField({ value, onChange }: Props) {
  const invoicing = useMe().data?.company.office?.invoicing
  if (!invoicing?.vatNumber) return null
  const usual = usualTreatment(invoicing)
  const others = vatTreatments.filter((one) => one !== usual || one === value)
  const isReversed = value === 'reverse charge' || value === 'reverse charge, reduced'
  return (
    <NativeSelect
      label="VAT"
      description={
        isReversed
          ? 'For building work under CIS, for a customer who is registered for VAT and isn’t the end user. They account to HMRC for the VAT.'
          : undefined
      }
      value={value}
      data={[
        { value: '', label: `${vatTreatmentNames[usual]}, as usual` },
        ...others.map((one) => ({ value: one, label: vatTreatmentNames[one] })),
      ]}
      onChange={({ currentTarget }) => onChange(givenVat.safeParse(currentTarget.value).data ?? '')}
    />
  )
}
