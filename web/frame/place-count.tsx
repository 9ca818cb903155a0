import { usePressingDeadlines } from '#web/sync/reads/deadlines/deadline-reads.ts'
import { useLateParts } from '#web/sync/reads/parts.ts'
import { useOpenReports } from '#web/sync/reads/reports/open-reports.ts'
import { useOpenTodos } from '#web/sync/reads/todos.ts'
import { useUnread } from '#web/sync/unread.ts'
import styles from './place-count.module.css'

const useNews = () => useUnread(({ unread }) => unread)

/** Menu items with a count: the hook that reads it, and what it counts. */
const counts: Record<string, { use: () => number | undefined; of: string; needsLook?: true }> = {
  '/deadlines': { use: usePressingDeadlines, of: 'late or due today', needsLook: true },
  '/notifications': { use: useNews, of: 'new', needsLook: true },
  '/reports': { use: useOpenReports, of: 'waiting' },
  '/todo': { use: useOpenTodos, of: 'open' },
  '/parts': { use: useLateParts, of: 'late' },
}

/** The count beside a menu item, or a dot at More; nothing if it is zero. */
export function PlaceCount({ to }: { to: string }) {
  if (to === 'more') return <NewsDot />
  const count = counts[to]
  return count ? <Count {...count} /> : null
}

function Count({ use, of, needsLook }: (typeof counts)[string]) {
  const count = use()
  if (!count) return null
  return (
    <span className={styles.count} data-look={needsLook}>
      {count}
      <span className="sr"> {of}</span>
    </span>
  )
}

/** Marks the phone's More while there are new notifications; how many, the menu says. */
const NewsDot = () =>
  useNews() > 0 && (
    <>
      <span className={styles.dot} aria-hidden />
      <span className="sr">, new notifications</span>
    </>
  )
