import type { UseQueryResult } from '@tanstack/react-query'
import type { NavigateOptions } from 'react-router'
import type { SitesAnswer } from '#core/wire/jobs/sites.ts'
import { sitesPageSize } from '#core/wire/list-options.ts'
import type { AskedSites } from '#web/sync/reads/sites/site-reads.ts'
import listStyles from '#web/ui/list.module.css'
import { numberText } from '#web/ui/number-format.ts'
import { Pager } from '#web/ui/pager.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { PageGone } from '#web/ui/states/page-gone.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { needsConnection } from './needs-connection.ts'
import { SiteCards } from './site-cards.tsx'
import { SitesTable } from './sites-table.tsx'

type Props = {
  page: UseQueryResult<SitesAnswer>
  asked: AskedSites
  /** Cards instead of a table. */
  cards: boolean
  /** Only the sites with a location, by how near they are. */
  near: boolean
  onAsk: (change: Partial<AskedSites>, entry?: NavigateOptions) => void
}

/** A page of sites, or why there are none. */
export const SitesList = ({ page, asked, cards, near, onAsk }: Props) => (
  <ReadState
    read={page}
    failed={() => 'Failed to load the address book. Please try again later.'}
    offline={near ? needsConnection : 'You’re offline. Sites that you have opened can still be read.'}
    skeleton={
      <SkeletonRows
        rows={cards ? 8 : sitesPageSize}
        columns={{ site: 180, address: 220, tenant: 120, open: 40, visit: 90 }}
      />
    }
  >
    {(data) =>
      data.sites.length === 0 && (asked.page ?? 1) > 1 && !page.isPlaceholderData && !near ? (
        <PageGone
          page={asked.page ?? 1}
          totalPages={data.totalPages}
          onPage={(number) => onAsk({ page: number }, { replace: true })}
        />
      ) : data.sites.length === 0 ? (
        <div className={listStyles.card}>
          <EmptyState {...nothing(asked, near)} />
        </div>
      ) : (
        <div className={cards ? undefined : listStyles.card} aria-busy={page.isPlaceholderData}>
          <div className={cards ? undefined : listStyles.scroll}>
            {cards ? (
              <SiteCards sites={data.sites} search={asked.search ?? ''} inOrder={near} />
            ) : (
              <SitesTable
                sites={data.sites}
                year={data.office?.year}
                direction={asked.direction ?? 'asc'}
                onDirection={(direction) => onAsk({ direction })}
              />
            )}
          </div>
          <div className={listStyles.foot}>
            <p className={listStyles.said}>{cards ? '' : rangeOf(data, asked.page)}</p>
            <Pager page={asked.page ?? 1} totalPages={data.totalPages} onPage={(number) => onAsk({ page: number })} />
          </div>
        </div>
      )
    }
  </ReadState>
)

/** Why the list is empty. */
function nothing({ search, filter, agency }: AskedSites, near: boolean) {
  const isSought = Boolean(search || agency)
  if (near)
    return isSought
      ? { title: 'No sites found.', text: 'No site with a saved location matches your search.' }
      : {
          title: 'No site has a location yet.',
          text: 'Next time you’re at a site, open it here and press Save location.',
        }
  return {
    title: 'No sites found.',
    text: isSought || filter ? 'No sites match your search.' : 'A site is added when you create a job there.',
  }
}

/** 'Sites 18 to 34' */
function rangeOf({ sites }: SitesAnswer, page = 1): string {
  const first = (page - 1) * sitesPageSize + 1
  return `Sites ${numberText(first)} to ${numberText(first + sites.length - 1)}`
}
