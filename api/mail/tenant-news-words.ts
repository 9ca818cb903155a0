import type { Job } from '#core/job/job.ts'
import { onTheWayNow } from '#core/job/on-the-way/on-the-way.ts'
import type { ToldNews } from '#core/job/tenant/tenant-messages.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { longDayIn, timeIn } from '#core/time/format.ts'
import { oneLine } from './emails.ts'

type Context = {
  job: Job
  name: string
  site: string
  zone: string
  now: string
  nameOf: (userId: string) => Promise<string | undefined>
}
type Words = { subject: string; words: string }

/**
 * What a mail to a tenant says: the link, or news with it, by how the job is when it is written. Undefined for news that is none any more.
 */
export async function tenantNewsWords(news: ToldNews | undefined, context: Context): Promise<Words | undefined> {
  const { job, name, site } = context
  const page = 'Here you can see where it stands, and confirm the visit or ask for another time:'
  if (news === undefined)
    return { subject: `Your repair at ${site}`, words: `${name} looks after a repair at ${site}. ${page}` }
  // It was booked again since.
  if (news === 'cancelled' && job.jobBookingId !== undefined && job.jobStatus !== 'cancelled') return undefined
  if (news === 'cancelled')
    return {
      subject: `The visit at ${site} is cancelled`,
      words: `${name} has cancelled the visit at ${site}. Here you can see what comes next:`,
    }
  if (news === 'on the way') return onTheWayWords(context)
  const when = visitWords(job, context.zone)
  if (!when) return undefined
  return news === 'moved'
    ? { subject: `The visit at ${site} has moved`, words: `${name} would now like to come on ${when}. ${page}` }
    : { subject: `A visit at ${site}`, words: `${name} would like to come on ${when}. ${page}` }
}

async function onTheWayWords({ name, site, ...context }: Context): Promise<Words | undefined> {
  const facts = await onTheWayFacts(context)
  if (!facts) return undefined
  const { who } = facts
  const expected = facts.expected ? `, expected about ${facts.expected}` : ''
  return {
    subject: `${who} is on the way to ${site}`,
    words: `${who} from ${name} is on the way${expected}. Here you can see the visit:`,
  }
}

/** Who is on the way, by first name, and when they are expected; undefined if nobody is. */
export async function onTheWayFacts({ job, zone, now, nameOf }: Omit<Context, 'name' | 'site'>) {
  const [first] = onTheWayNow(job, now)
  if (!first) return undefined
  const fullName = (await nameOf(first.userId)) ?? ''
  const who = (fullName !== erasedText && oneLine(fullName).trim().split(/\s+/)[0]) || 'Someone'
  return { who, expected: first.expectedAt ? timeIn(first.expectedAt, zone) : undefined }
}

/** When a visit is to be, in words; undefined without one. */
export function visitWords({ jobStart, jobEnd }: Job, zone: string): string | undefined {
  if (!jobStart || !jobEnd) return undefined
  const [from, until] = [longDayIn(jobStart, zone), longDayIn(jobEnd, zone)]
  return `${from} between ${timeIn(jobStart, zone)} and ${from === until ? '' : `${until}, `}${timeIn(jobEnd, zone)}`
}
