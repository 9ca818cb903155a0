import type { JobsView } from '#web/features/navigation/jobs-address.ts'
import { useNameSuggestions } from '#web/sync/reads/name-suggestions.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import styles from './view-notices.module.css'

type Props = { list: JobsView; isGone: boolean }

/** What a list names that is no longer as it was: its view, a person who has left, an agency that no job is for. */
export function ViewNotices({ list: { person, agency }, isGone }: Props) {
  const people = usePeople()
  const left = people.get(person)
  const isUnused = useIsUnused(agency)
  const notices = [
    ...(isGone ? ['This view was deleted, or it is not shared with you. Here are all jobs.'] : []),
    ...(left?.hasLeft ? [`${left.name} has left the company. Their earlier jobs are still listed.`] : []),
    ...(isUnused ? [`No job has the agency ${agency} any more. It may have been renamed.`] : []),
  ]
  if (notices.length === 0) return null
  return (
    <div className={styles.notices} role="status">
      {notices.map((one) => (
        <p key={one} className={styles.notice}>
          {one}
        </p>
      ))}
    </div>
  )
}

/** Whether the company's jobs name no such agency, as far as this device can tell. */
function useIsUnused(agency: string): boolean {
  const { names, isRead } = useNameSuggestions('agencies', agency, agency ? 1 : Number.POSITIVE_INFINITY)
  return isRead && !names.some((name) => name.toLowerCase() === agency.trim().toLowerCase())
}
