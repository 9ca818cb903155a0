import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { NavigateOptions } from 'react-router'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { type PartsPage, useShownParts } from '#web/sync/reads/parts.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { useMay } from '#web/sync/rights.ts'
import listStyles from '#web/ui/list.module.css'
import { Pager } from '#web/ui/pager.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { Loading, SkeletonRows } from '#web/ui/states/loading.tsx'
import { PageGone } from '#web/ui/states/page-gone.tsx'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import { ago } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { PartCards } from './cards.tsx'
import { type PartsView, partsSortedBy } from './parts-address.ts'
import { type PartRowProps, PartsTable } from './table.tsx'

type Props = Omit<PartRowProps, 'jobs'> & {
  page: UseQueryResult<PartsPage>
  view: PartsView
  /** Cards instead of a table. */
  cards: boolean
  onView: (change: (view: PartsView) => PartsView, entry?: NavigateOptions) => void
  onAdd: () => void
}

const tableShape = {
  name: 160,
  reference: 70,
  site: 130,
  job: 44,
  category: 80,
  bought: 80,
  expected: 120,
  status: 100,
}
const cardShape = { part: '60%', status: '25%' }

/** The parts of one page, or why there are none. */
export function PartsList({ page, view, cards, onView, onAdd, ...row }: Props) {
  const parts = useShownParts(page.data)
  const mayWork = useMay('work')
  if (page.data === undefined && page.isError)
    return (
      <ReadFailed
        text={
          view.search ? 'Failed to search parts. Please try again.' : 'Failed to load parts. Please try again later.'
        }
        error={page.error}
        onRetry={page.refetch}
      />
    )
  if (page.data === undefined)
    return (
      <Loading>
        <SkeletonRows rows={cards ? 8 : 16} columns={cards ? cardShape : tableShape} />
      </Loading>
    )
  if (parts.length === 0 && view.page > 1 && page.data.asked.page === view.page)
    return (
      <PageGone
        page={view.page}
        totalPages={page.data.totalPages}
        onPage={(number) => onView((now) => ({ ...now, page: number }), { replace: true })}
      />
    )
  if (parts.length === 0)
    return (
      <div className={listStyles.card}>
        {view.search || view.filter ? (
          <Nothing text="No parts match your search or filter.">
            <Button variant="default" onClick={() => onView((now) => ({ ...now, search: '', filter: '', page: 1 }))}>
              Show all parts
            </Button>
          </Nothing>
        ) : (
          <Nothing text="Keep track of parts ordered for jobs and for stock.">
            {mayWork && (
              <Button variant="default" onClick={onAdd}>
                Add the first part
              </Button>
            )}
          </Nothing>
        )}
      </div>
    )
  const { jobs, totalPages } = page.data
  return (
    <div className={cards ? undefined : listStyles.card} aria-busy={page.isPlaceholderData}>
      <div className={cards ? undefined : listStyles.scroll}>
        {cards ? (
          <PartCards parts={parts} jobs={jobs} {...row} />
        ) : (
          <PartsTable
            parts={parts}
            jobs={jobs}
            view={view}
            onSort={(sort) => onView((now) => partsSortedBy(now, sort))}
            {...row}
          />
        )}
      </div>
      <div className={listStyles.foot}>
        <Latest page={page.data} />
        <Pager
          page={view.page}
          totalPages={totalPages}
          onPage={(number) => onView((now) => ({ ...now, page: number }))}
        />
      </div>
    </div>
  )
}

const Nothing = ({ text, children }: { text: string; children: ReactNode }) => (
  <EmptyState title="No parts found." text={text} action={children} />
)

/** The part added last, among those shown. */
function Latest({ page }: { page: PartsPage }) {
  const parts = useShownParts(page)
  const people = usePeople()
  const zone = useTimeZone()
  const now = useNow()
  const latest = parts.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0]
  const name = latest && people.get(latest.createdBy)?.name
  return (
    <p className={listStyles.said} aria-live="polite">
      {latest && name && `${name} added ${latest.name}, ${ago(latest.createdAt, now, zone)}`}
    </p>
  )
}
