import { TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import type { PropsWithChildren, ReactNode, Ref } from 'react'
import { type EditField, type EditFields, editNames } from './edit-fields.ts'
import { NameField } from './name-field.tsx'
import styles from './new-job.module.css'

type Props = PropsWithChildren<{
  id: string
  fields: EditFields
  onChange: (change: Partial<EditFields>) => void
  onSubmit: () => void
  errorOf: (field: EditField) => ReactNode
  /** The field that has the focus first. */
  first: EditField
  site: Ref<HTMLInputElement>
  /** How many characters of a site are typed before sites are suggested, and what the field says of it. */
  siteFrom: number
  siteHint?: { description: string; placeholder: string }
}>

/** What is typed of a job itself, new or known; `children` are the form's further fields. Ctrl and Enter submit it as well. */
export function JobForm({ id, fields, onChange, onSubmit, errorOf, first, site, siteFrom, siteHint, children }: Props) {
  const of = (field: EditField) => ({
    label: editNames[field],
    value: fields[field],
    error: errorOf(field),
    'data-autofocus': field === first || undefined,
  })
  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextInput
        {...of('workOrder')}
        maxLength={200}
        onChange={({ currentTarget }) => onChange({ workOrder: currentTarget.value })}
      />
      <DateInput
        {...of('createdAt')}
        rightSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        onChange={(createdAt) => createdAt && onChange({ createdAt })}
      />
      <NameField
        {...of('apartmentName')}
        {...siteHint}
        ref={site}
        className={styles.wide}
        required
        list="apartments"
        from={siteFrom}
        onChange={(apartmentName) => onChange({ apartmentName })}
      />
      <NameField {...of('agency')} list="agencies" from={3} onChange={(agency) => onChange({ agency })} />
      <NameField {...of('receivedBy')} list="receivedBy" from={3} onChange={(receivedBy) => onChange({ receivedBy })} />
      {children}
    </form>
  )
}
