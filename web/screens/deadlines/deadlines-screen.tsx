import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { type DueColumn, dueColumns } from '#core/deadlines/due-columns.ts'
import { isOffice } from '#core/model/access.ts'
import { dayName } from '#core/time/format.ts'
import type { OwedJobs } from '#core/wire/jobs/deadlines.ts'
import { paths } from '#core/wire/paths.ts'
import { useUser } from '#web/client/use-user.ts'
import { ExportButton } from '#web/features/export/export-button.tsx'
import { Page } from '#web/frame/page.tsx'
import { useOwedJobs } from '#web/sync/reads/deadlines/deadline-reads.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Chips } from '#web/ui/marks/chips.tsx'
import { counted, numberText } from '#web/ui/number-format.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SkeletonLine } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { useAddress } from '#web/ui/use-address.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { boardAddressOf, boardViewIn } from './board-address.ts'
import { type BoardView, cardsOf, isShown } from './board-cards.ts'
import { BoardColumn } from './board-column.tsx'
import { BoardFilters } from './board-filters.tsx'
import styles from './deadlines-screen.module.css'

/** Who is owed what by when, by the law and by the company's own service levels. Only the office has it. */
export function DeadlinesScreen() {
  const { userRole } = useUser()
  const allowed = isOffice(userRole)
  const read = useOwedJobs(allowed)
  if (!allowed) return <Navigate to="/sites" replace />
  if (read.data) return <Board owed={read.data} />
  return (
    <Page title="Deadlines">
      <ReadState
        read={read}
        failed={({ message }) => `Failed to fetch the deadlines: ${message}`}
        offline="You’re offline, and the deadlines haven’t been opened on this device yet. Jobs stored on it still show theirs."
        skeleton={<Skeleton />}
      >
        {() => null}
      </ReadState>
    </Page>
  )
}

const names: Record<DueColumn, string> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'Next 7 days',
  later: 'Later',
}

const chips = ['', ...dueColumns] as const

function Board({ owed }: { owed: OwedJobs }) {
  const onPhone = useIsPhone()
  const zone = useTimeZone()
  const now = new Date(useNow()).toISOString()
  const [address, changeAddress] = useAddress()
  const [filtering, setFiltering] = useState(false)
  const view = boardViewIn(address)
  const all = cardsOf(owed.jobs, now, zone)
  const shown = all.filter((card) => isShown(card, view))
  const inColumn = (column: DueColumn) => shown.filter((card) => card.column === column)
  const change = (to: Partial<BoardView>) =>
    changeAddress((current) => boardAddressOf({ ...boardViewIn(current), ...to }), { replace: true })
  const jobs = new Set(shown.map(({ job }) => job.jobId)).size
  const summary = `${numberText(shown.length)} open, on ${counted(jobs, 'job')}${owed.isWhole ? '' : ', those due first'}`
  const columns = dueColumns.filter((one) => !onPhone || (view.column ? one === view.column : inColumn(one).length > 0))
  const met = metWords(owed)
  const isFiltered = view.agency !== '' || view.hazard !== '' || view.person !== ''
  return (
    <Page
      title="Deadlines"
      detail={onPhone ? summary : undefined}
      phoneActions={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-expanded={filtering || isFiltered}
          onClick={() => setFiltering(!filtering)}
        >
          <IconAdjustmentsHorizontal size={22} stroke={1.75} aria-hidden />
          <span className="sr">Filters</span>
        </ActionIcon>
      }
    >
      {(!onPhone || filtering || isFiltered) && (
        <div className={styles.bar}>
          <BoardFilters cards={all} view={view} onChange={change} />
          {!onPhone && (
            <>
              <span className={styles.count}>{[summary, met].filter(Boolean).join(' · ')}</span>
              <span className={styles.end}>
                <ExportButton of="deadlines" path={paths.exportDeadlines} query={{}} />
              </span>
            </>
          )}
        </div>
      )}
      {onPhone && met && <p className={styles.met}>{met}</p>}
      {onPhone && (
        <Chips
          label="Due when"
          chips={chips.map((key) => ({
            key,
            name: key === '' ? 'All' : names[key],
            count: key === '' ? shown.length : inColumn(key).length,
          }))}
          chosen={view.column}
          onChoose={(column) => change({ column })}
        />
      )}
      {shown.length === 0 && (onPhone || !isFiltered) ? (
        <EmptyState
          title={isFiltered ? 'No deadlines match.' : 'Nothing is due.'}
          text="Deadlines start on a job, when a hazard is reported or a service level is promised."
        />
      ) : (
        <div className={styles.columns}>
          {columns.map((column) => (
            <BoardColumn
              key={column}
              name={names[column]}
              isLate={column === 'overdue'}
              cards={inColumn(column)}
              {...{ now, zone }}
            />
          ))}
        </div>
      )}
    </Page>
  )
}

/** '41 of 43 met in time since 29 Aug 2026'; nothing while none was met or missed. */
const metWords = ({ metInTime }: OwedJobs) =>
  metInTime && metInTime.of > 0
    ? `${numberText(metInTime.met)} of ${numberText(metInTime.of)} met in time since ${dayName(metInTime.since)}`
    : undefined

/** Columns of cards that are still being read. */
const Skeleton = () => (
  <div className={styles.columns}>
    {dueColumns.map((column) => (
      <div key={column} className={styles.waiting}>
        <SkeletonLine width="40%" />
        <SkeletonLine width="100%" />
        <SkeletonLine width="80%" />
      </div>
    ))}
  </div>
)
