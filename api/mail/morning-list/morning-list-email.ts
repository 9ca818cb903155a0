import { lines, oneLine } from '#api/mail/emails.ts'
import type { Email } from '#api/services/mail-transport.ts'
import type { DayCount } from '#core/deadlines/counting.ts'
import { lastDayAhead, morningListOf, morningTime } from '#core/deadlines/morning-list.ts'
import { dueWords, standingOf } from '#core/deadlines/standing.ts'
import { stepNames } from '#core/deadlines/values.ts'
import { openDeadlines } from '#core/job/duties/duty.ts'
import { dutyName } from '#core/job/duties/duty-name.ts'
import { fullDayIn, longDayIn } from '#core/time/format.ts'
import type { DeadlineJob } from '#core/wire/jobs/deadlines.ts'

type Reader = { name: string; businessName: string; address: string }

/** An email of more would not be read: the others are on the board. */
const mostNamed = 60

/** The list of the deadlines that want a look this morning; undefined if there are none. */
export function morningListEmail(
  { name, businessName, address }: Reader,
  jobs: readonly DeadlineJob[],
  now: string,
  days: DayCount,
): Email | undefined {
  const open = jobs.flatMap((job) =>
    job.duties.flatMap((duty) => openDeadlines(duty).map(({ step, due }) => ({ job, duty, step, due }))),
  )
  const { late, today, soon } = morningListOf(open, now, days)
  const all = [...late, ...today, ...soon]
  if (all.length === 0) return undefined
  const named = new Set(all.slice(0, mostNamed))
  const written = ({ job, duty, step, due }: (typeof open)[number]) => {
    const site = oneLine(job.apartmentName) || 'Job'
    const isLate = Date.parse(due) < Date.parse(now)
    const when = `${isLate ? 'was due' : 'due'} ${dueWords(due, now, days.zone)}`
    const standing = isLate ? `, ${standingOf({ due }, now, days).words}` : ''
    const what = `${stepNames[step]}: ${site} (${job.jobRef}), ${oneLine(dutyName(duty))}`
    return `${what}, ${when}${standing}\n${address}/job/${job.jobId}#deadlines`
  }
  const part = (title: string, deadlines: typeof open) => {
    const shown = deadlines.filter((one) => named.has(one))
    return shown.length > 0 ? [title, ...shown.map(written)] : []
  }
  const untilDay = longDayIn(`${lastDayAhead(now, days)}T12:00:00.000Z`, 'UTC')
  const counts = [
    late.length > 0 ? `${late.length} late` : '',
    today.length > 0 ? `${today.length} due today` : '',
    soon.length > 0 ? `${soon.length} due soon` : '',
  ]
  return {
    subject: `Deadlines at ${oneLine(businessName)}: ${counts.filter(Boolean).join(', ')}`,
    text: lines(
      `Hello ${oneLine(name)},`,
      `These deadlines are open at ${oneLine(businessName)} this morning, ${fullDayIn(now, days.zone)}.`,
      ...part('LATE', late),
      ...part('DUE TODAY', today),
      ...part(`DUE BY ${untilDay.toUpperCase()}`, soon),
      all.length > mostNamed ? `And ${all.length - mostNamed} more, on the Deadlines board:\n${address}/deadlines` : '',
      `You get this list at ${morningTime} on working days, if anything is due. Turn it off in your profile:\n${address}/profile`,
    ),
  }
}
