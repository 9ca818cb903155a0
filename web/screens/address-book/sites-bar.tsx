import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import type { NavigateOptions } from 'react-router'
import type { SitesAnswer } from '#core/wire/jobs/sites.ts'
import type { SiteFilter } from '#core/wire/list-options.ts'
import type { AskedSites } from '#web/sync/reads/sites/site-reads.ts'
import listPage from '#web/ui/list-page.module.css'
import { Chips } from '#web/ui/marks/chips.tsx'
import { counted, numberText } from '#web/ui/number-format.ts'
import { useTypedDraft } from '#web/ui/use-typed-draft.ts'
import styles from './address-book.module.css'
import { AgencyFilter } from './agency-filter.tsx'
import type { useNearMe } from './use-near-me.ts'

type Props = {
  field: RefObject<HTMLInputElement | null>
  asked: AskedSites
  found: Pick<SitesAnswer, 'counts' | 'totalResults'> | undefined
  onPhone: boolean
  nearMe: ReturnType<typeof useNearMe>
  isOffice: boolean
  onAsk: (change: Partial<AskedSites>, entry?: NavigateOptions) => void
  /** What else can be done with the list. */
  children: ReactNode
}

/** The search and the filters of the address book, with how many sites each filter shows. */
export function SitesBar({ field, asked, found, onPhone, nearMe, isOffice, onAsk, children }: Props) {
  const { draft, type, submit } = useTypedDraft(asked.search ?? '', (search, entry) => onAsk({ search }, entry))
  const counts = found?.counts
  const agency = isOffice && (!onPhone || asked.agency !== undefined) && (
    <AgencyFilter agency={asked.agency ?? ''} onAgency={(chosen) => onAsk({ agency: chosen })} />
  )
  const choose = async (key: SiteFilter | 'all' | 'near') => {
    // Without a position the list stays as it was.
    if (key === 'near') {
      if (await nearMe.ask()) onAsk({})
      return
    }
    nearMe.leave()
    onAsk({ filter: key === 'all' ? undefined : key })
  }
  return (
    <>
      <div className={`${listPage.bar} ${styles.bar}`}>
        <form
          aria-label="Search sites"
          className={`${listPage.search} ${styles.search}`}
          onSubmit={(event) => {
            event.preventDefault()
            submit(draft)
          }}
        >
          <TextInput
            ref={field}
            type="search"
            aria-label="Search sites by name, address, postcode or person"
            placeholder="Site, address, postcode, person"
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
            maxLength={200}
            value={draft}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        </form>
        {agency}
        {!onPhone && (
          <>
            <FilterChip name="Open jobs" filter="open" count={counts?.open} {...{ asked, onAsk }} />
            {isOffice && (
              <FilterChip name="Open deadlines" filter="deadlines" count={counts?.deadlines} {...{ asked, onAsk }} />
            )}
            {found && <span className={listPage.count}>{counted(found.totalResults, 'site')}</span>}
            <span className={listPage.end}>{children}</span>
          </>
        )}
      </div>
      {onPhone && (
        <>
          <Chips
            label="Which sites"
            chips={[
              { key: 'all', name: 'All', count: counts?.all },
              { key: 'open', name: 'Open jobs', count: counts?.open },
              ...(isOffice ? [{ key: 'deadlines' as const, name: 'Deadlines', count: counts?.deadlines }] : []),
              { key: 'near', name: 'Near me', count: undefined },
            ]}
            chosen={nearMe.near === undefined ? (asked.filter ?? 'all') : 'near'}
            onChoose={(key) => void choose(key)}
          />
          <p role="status" className={`${styles.said} ${nearMe.isWrong ? styles.wrong : ''}`}>
            {nearMe.said}
          </p>
        </>
      )}
    </>
  )
}

type ChipProps = Pick<Props, 'asked' | 'onAsk'> & { name: string; filter: SiteFilter; count: number | undefined }

const FilterChip = ({ name, filter, count, asked, onAsk }: ChipProps) => (
  <button
    type="button"
    className={listPage.chip}
    aria-pressed={asked.filter === filter}
    onClick={() => onAsk({ filter: asked.filter === filter ? undefined : filter })}
  >
    {name} <span className={styles.count}>{count !== undefined && numberText(count)}</span>
  </button>
)
