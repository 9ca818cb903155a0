import { Select } from '@mantine/core'
import { useState } from 'react'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { type VisitDates, visitDatesIn, visitPeriods } from '#core/views/jobs-list.ts'
import { AgencySelect } from '#web/features/job-dialogs/agency-select.tsx'
import type { JobFilters } from '#web/features/navigation/jobs-address.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { useSite, useSitesPage } from '#web/sync/reads/sites/site-reads.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { periodNames } from './filter-words.ts'
import styles from './filters.module.css'

type Props = { role: Role; filters: JobFilters; today: string; onChange: (chosen: Partial<JobFilters>) => void }

/** The filters below the first row: the person, the agency, the site and the days of the visit. */
export const MoreFilters = ({ role, filters, today, onChange }: Props) => (
  <>
    <PersonFilter person={filters.person} onPerson={(person) => onChange({ person })} />
    {isOffice(role) && (
      <AgencySelect
        label="Agency"
        placeholder="All"
        agency={filters.agency}
        onAgency={(agency) => onChange({ agency })}
      />
    )}
    <SiteFilter siteId={filters.site} onSite={(site) => onChange({ site })} />
    <VisitFilter visit={filters.visit} today={today} onVisit={(visit) => onChange({ visit })} />
  </>
)

/** The people in the company, and the one chosen: a view may name a person who has left. */
function PersonFilter({ person, onPerson }: { person: string; onPerson: (person: string) => void }) {
  const people = usePeople()
  const known = [...people].filter(([userId, { hasLeft }]) => !hasLeft || userId === person)
  const options = known.map(([value, { name, hasLeft }]) => ({ value, label: hasLeft ? `${name} (has left)` : name }))
  const isUnknown = person !== '' && !people.has(person)
  return (
    <Select
      label="Person"
      searchable
      nothingFoundMessage="No matching person"
      data={[{ value: '', label: 'Everyone' }, ...options, ...(isUnknown ? [{ value: person, label: '...' }] : [])]}
      value={person}
      onChange={(chosen) => onPerson(chosen ?? '')}
    />
  )
}

function SiteFilter({ siteId, onSite }: { siteId: string; onSite: (siteId: string) => void }) {
  const [search, setSearch] = useState('')
  const text = search.trim()
  const { data } = useSitesPage({ ...(text ? { search: text } : {}), page: 1 })
  const found = (data?.sites ?? []).map(({ siteId: value, name: label }) => ({ value, label }))
  const props = { found, onSite, search, onSearch: setSearch }
  return siteId ? <ChosenSite siteId={siteId} {...props} /> : <SiteSelect chosen={undefined} {...props} />
}

type Site = { value: string; label: string }
type SiteProps = {
  found: readonly Site[]
  search: string
  onSearch: (text: string) => void
  onSite: (siteId: string) => void
}

/** A site that was merged into another stands for that one. */
function ChosenSite({ siteId, ...props }: SiteProps & { siteId: string }) {
  const { data } = useSite(siteId)
  return <SiteSelect chosen={{ value: siteId, label: data?.site.name ?? '...' }} {...props} />
}

const SiteSelect = ({ chosen, found, search, onSearch, onSite }: SiteProps & { chosen: Site | undefined }) => (
  <Select
    label="Site"
    placeholder="All"
    searchable
    clearable
    clearButtonProps={{ 'aria-label': 'Clear: Site' }}
    nothingFoundMessage="No matching site"
    data={[...(chosen ? [chosen] : []), ...found.filter((one) => one.value !== chosen?.value)]}
    filter={({ options }) => options}
    value={chosen?.value ?? null}
    searchValue={search}
    onSearchChange={onSearch}
    onChange={(value) => onSite(value ?? '')}
  />
)

const chosenDays = 'days'

function VisitFilter({ visit, today, onVisit }: { visit: string; today: string; onVisit: (visit: string) => void }) {
  const dates = visitDatesIn(visit)
  const [isChoosing, setIsChoosing] = useState(false)
  const days: VisitDates = typeof dates === 'object' ? dates : {}
  const isByDay = isChoosing || typeof dates === 'object'
  const setDay = (change: { from?: string; until?: string }) => {
    const { from = '', until = '' } = { ...days, ...change }
    const given = from && until && from > until ? ('from' in change ? `${from}..` : `..${until}`) : `${from}..${until}`
    setIsChoosing(true)
    onVisit(given === '..' ? '' : given)
  }
  return (
    <>
      <Select
        label="Visit"
        data={[
          { value: '', label: 'All' },
          ...visitPeriods.map((value) => ({ value, label: periodNames[value] })),
          { value: chosenDays, label: 'Chosen days' },
        ]}
        value={isByDay ? chosenDays : visit}
        onChange={(chosen) => {
          setIsChoosing(chosen === chosenDays)
          if (chosen !== chosenDays) onVisit(chosen ?? '')
        }}
      />
      {isByDay && (
        <span className={styles.days}>
          <DateField
            label="From"
            clearable
            today={today}
            toward="past"
            value={days.from ?? ''}
            onChange={(from) => setDay({ from: from ?? '' })}
          />
          <DateField
            label="Until"
            clearable
            today={today}
            toward="future"
            value={days.until ?? ''}
            onChange={(until) => setDay({ until: until ?? '' })}
          />
        </span>
      )}
    </>
  )
}
