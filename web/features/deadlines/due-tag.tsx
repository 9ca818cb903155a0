import { dueWords, standingOf } from '#core/deadlines/standing.ts'
import { stepNames } from '#core/deadlines/values.ts'
import { label } from '#core/model/label.ts'
import type { SiteDeadline } from '#core/wire/jobs/sites.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { isNear } from './is-near.ts'
import { SeverityTag } from './severity-tag.tsx'
import { holidaysFor, useDeadlineSettings } from './use-company-deadlines.ts'

/** When the next deadline is due, in brass once it is near; red, with how late it is, once it has passed. */
export function DueTag({ deadline }: { deadline: SiteDeadline }) {
  const zone = useTimeZone()
  const settings = useDeadlineSettings()
  const now = new Date(useNow()).toISOString()
  const { due, step } = deadline
  const days = { zone, holidays: holidaysFor(deadline, settings) }
  const { isLate, words } = standingOf({ due }, now, days)
  const look = isLate ? 'late' : isNear(deadline, now, days) ? 'near' : 'plain'
  return (
    <span title={stepNames[step]}>
      <span className="sr">{stepNames[step]}: </span>
      <SeverityTag
        name={isLate ? `Late ${words.replace(/ late$/, '')}` : label(dueWords(due, now, zone))}
        look={look}
      />
    </span>
  )
}
