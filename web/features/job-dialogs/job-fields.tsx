import { TextInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { type EditField, type EditFields, editNames } from './edit-fields.ts'
import { NameField } from './name-field.tsx'
import styles from './new-job.module.css'

type Props = {
  fields: EditFields
  onChange: (change: Partial<EditFields>) => void
  errorOf: (field: EditField) => ReactNode
  /** The field focused when the form opens. */
  first: EditField
  site: Ref<HTMLInputElement>
  /** How many characters to type before sites are suggested. */
  siteFrom: number
  siteHint?: { description: string; placeholder: string }
}

/** The fields of a job itself, new or existing. */
export function JobFields({ fields, onChange, errorOf, first, site, siteFrom, siteHint }: Props) {
  const today = useToday(useTimeZone())
  const propsOf = (field: EditField) => ({
    label: editNames[field],
    value: fields[field],
    error: errorOf(field),
    'data-autofocus': field === first || undefined,
  })
  return (
    <>
      <TextInput
        {...propsOf('workOrder')}
        maxLength={200}
        onChange={({ currentTarget }) => onChange({ workOrder: currentTarget.value })}
      />
      <DateField
        {...propsOf('createdAt')}
        toward="past"
        today={today}
        onChange={(createdAt) => onChange({ createdAt })}
      />
      <NameField
        {...propsOf('apartmentName')}
        {...siteHint}
        ref={site}
        className={styles.wide}
        required
        list="apartments"
        from={siteFrom}
        onChange={(apartmentName) => onChange({ apartmentName })}
      />
      <NameField {...propsOf('agency')} list="agencies" from={3} onChange={(agency) => onChange({ agency })} />
      <NameField
        {...propsOf('receivedBy')}
        list="receivedBy"
        from={3}
        onChange={(receivedBy) => onChange({ receivedBy })}
      />
    </>
  )
}
