import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { useNameSuggestions } from '#web/sync/reads/name-suggestions.ts'

type Props = Pick<SelectProps, 'label' | 'placeholder' | 'description'> & {
  /** Without one it stands for all. */
  agency: string
  onAgency: (agency: string) => void
}

/** Chooses one of the agencies that jobs name, or none. */
export function AgencySelect({ agency, onAgency, ...field }: Props) {
  const [search, setSearch] = useState(agency)
  const { names } = useNameSuggestions('agencies', search === agency ? '' : search, 0)
  return (
    <Select
      {...field}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${String(field.label)}` }}
      nothingFoundMessage="No matching agency"
      data={[...new Set([...(agency ? [agency] : []), ...names])]}
      value={agency || null}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(chosen) => onAgency(chosen ?? '')}
    />
  )
}
