import { Navigate } from 'react-router'
import { isOffice } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import type { DashboardAnswer } from '#core/wire/dashboard.ts'
import { useUser } from '#web/client/use-user.ts'
import { jobsOf } from '#web/features/navigation/jobs-address.ts'
import { Page } from '#web/frame/page.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { statusColors } from '#web/ui/marks/status-colors.ts'
import { WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { SkeletonLine } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { CountsCard } from './counts-card.tsx'
import styles from './dashboard-screen.module.css'
import { Figures } from './figures.tsx'
import { HoursCard } from './hours-card.tsx'
import { DaysCard, ValueCard } from './months-cards.tsx'
import { OverdueCard } from './overdue-card.tsx'
import { useDashboard } from './queries.ts'
import { warningColors } from './warning-colors.ts'

/** The office's figures, live; the team is sent to the jobs. */
export function DashboardScreen() {
  const { userRole } = useUser()
  const allowed = isOffice(userRole)
  const read = useDashboard(allowed)
  if (!allowed) return <Navigate to="/sites" replace />
  return (
    <Page title="Dashboard">
      <ReadState
        read={read}
        failed={({ message }) => `Failed to fetch the dashboard: ${message}`}
        skeleton={<Skeleton />}
      >
        {(data) => <Cards data={data} />}
      </ReadState>
    </Page>
  )
}

/** The figures at the top, and the other cards in their places. */
const Skeleton = () => (
  <div className={styles.cards}>
    {['figures', 'status', 'warning', 'overdue', 'hours', 'value', 'days'].map((card) => (
      <div key={card} className={styles.card} data-card={card}>
        <SkeletonLine width="45%" />
        {['first', 'second', 'third', 'fourth', 'fifth'].map((line) => (
          <SkeletonLine key={line} width="100%" />
        ))}
      </div>
    ))}
  </div>
)

const order = ['pending', 'booked', 'to estimate', 'quote sent', 'completed', 'cancelled'] as const

function Cards({ data }: { data: DashboardAnswer }) {
  const countOf = (status: (typeof order)[number]) => data.statuses.find((one) => one.status === status)?.count ?? 0
  const byStatus = order.map((status) => ({
    key: status,
    name: label(status),
    badge: <StatusBadge status={status} />,
    count: countOf(status),
    color: statusColors[status],
    to: jobsOf({ status }),
  }))
  // Jobs without a warning come last, as they need nothing.
  const byWarning = data.warnings
    .toSorted((one, other) => Number(one.warning === '') - Number(other.warning === ''))
    .map(({ warning, count }) => ({
      key: warning,
      name: label(warning),
      badge: <WarningTag warning={warning} />,
      count,
      color: warningColors[warning],
      to: jobsOf({ only: 'open', warning: warning === '' ? 'none' : warning }),
    }))
  return (
    <div className={styles.cards}>
      <Figures data={data} />
      <CountsCard title="Jobs by status" of="Status" rows={byStatus} />
      <CountsCard title="Open jobs by warning" of="Warning" rows={byWarning} empty="No open jobs." />
      <OverdueCard overdue={data.overdue} />
      <HoursCard week={data.week} people={data.people} />
      <ValueCard months={data.months} />
      <DaysCard months={data.months} />
    </div>
  )
}
