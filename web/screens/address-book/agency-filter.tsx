import { Select } from '@mantine/core'
import { useSiteAgencies } from '#web/sync/reads/sites/site-reads.ts'
import styles from './address-book.module.css'

/** More are searched as one types. */
const fewest = 8

/** Shows the sites of one agency. What the address names stays a choice, also once no site has it. */
export function AgencyFilter({ agency, onAgency }: { agency: string; onAgency: (agency: string) => void }) {
  const names = useSiteAgencies().data?.agencies ?? []
  const known = names.find((one) => one.toLowerCase() === agency.toLowerCase())
  const options = known === undefined && agency ? [agency, ...names] : names
  return (
    <Select
      aria-label="Agency"
      className={styles.agency}
      leftSection="Agency"
      leftSectionWidth={70}
      leftSectionPointerEvents="none"
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      searchable={options.length > fewest}
      nothingFoundMessage="No matching agency"
      data={[{ value: '', label: 'Any' }, ...options.map((value) => ({ value, label: value }))]}
      value={known ?? agency}
      allowDeselect={false}
      onChange={(chosen) => onAgency(chosen ?? '')}
    />
  )
}
