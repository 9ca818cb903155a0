import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useRef } from 'react'
import type { NamedSite } from '#core/wire/jobs/sites.ts'
import { useSitesPage } from '#web/sync/reads/sites/site-reads.ts'

type Props = Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> & {
  typed: string
  /** The site of that name; none while the text is the name of none. */
  onPick: (typed: string, site: NamedSite | undefined) => void
  /** Called when one of the suggestions is taken, not while its name is typed; the text is then replaced. */
  onChoose?: (site: NamedSite) => void
  /** A site that cannot be picked. */
  but?: string | undefined
}

/** A text field that suggests sites of the address book. Enter takes the first that fits. */
export function SitePicker({ typed, onPick, onChoose, but, ...field }: Props) {
  const search = typed.trim()
  const found = useSitesPage({ ...(search ? { search } : {}), page: 1 })
  const sites = (found.data?.sites ?? []).filter((one) => one.siteId !== but)
  const taken = useRef(false)
  const named = (text: string) => sites.find((one) => one.name.toLowerCase() === text.trim().toLowerCase())
  return (
    <Autocomplete
      {...field}
      description={found.isError ? 'Sites could not be loaded. Please try again.' : field.description}
      data={sites.map((one) => one.name)}
      filter={({ options }) => options}
      // Once the sites of this text are there: the option that is marked before goes with the old ones.
      selectFirstOptionOnChange={search !== '' && !found.isFetching}
      value={typed}
      maxLength={200}
      onOptionSubmit={(text) => {
        const site = onChoose && named(text)
        if (site) onChoose(site)
        taken.current = site !== undefined
      }}
      onChange={(text) => {
        if (!taken.current) onPick(text, named(text))
        taken.current = false
      }}
    />
  )
}
