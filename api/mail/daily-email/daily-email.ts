import { lines, oneLine } from '#api/mail/emails.ts'
import type { Email } from '#api/services/mail-transport.ts'
import { type DailyEmail, usualEmail } from '#core/notifications/settings.ts'
import type { JobChanges } from '#core/reactions/changes.ts'
import { type Namer, pathOf, saidOf } from '#core/reactions/words.ts'

type Reader = { name: string; businessName: string; address: string; email: DailyEmail }

/** What happened to a job, or to what else stands in its place. */
export type Unread = { jobId: string; changes: JobChanges; jobRef?: string | undefined; place?: string | undefined }

/** An email of more would not be read: the others are in Fettle. */
const mostNamed = 40

/** The daily email of what somebody has not read; undefined if there is nothing. `off` is the link that ends it, without signing in. */
export function dailyEmailOf(
  { name, businessName, address, email }: Reader,
  unread: readonly Unread[],
  namer: Namer,
  off: string,
): Email | undefined {
  if (unread.length === 0) return undefined
  const business = oneLine(businessName)
  const { at, days } = email
  const written = ({ jobId, changes, jobRef, place }: Unread) => {
    const job = jobRef ? `Job ${jobRef}` : ''
    const said = saidOf(changes, namer).map(({ who, what }) => oneLine(who ? `${who} ${what}` : what))
    const what = [[oneLine(place ?? ''), job].filter(Boolean).join(' · '), ...said]
    return [...what.filter(Boolean), `${address}${pathOf(changes, jobId)}`].join('\n')
  }
  const more = unread.length - mostNamed
  return {
    subject: `${business}: ${unread.length === 1 ? '1 unread notification' : `${unread.length} unread notifications`}`,
    text: lines(
      `Hello ${oneLine(name)},`,
      `You haven’t read this at ${business} yet.`,
      ...unread.slice(0, mostNamed).map(written),
      more > 0 ? `And ${more} more:\n${address}/notifications` : '',
      `You get this email at ${at}${days === usualEmail.days ? ' from Monday to Friday' : ''}, if anything is unread. Choose what it tells you:\n${address}/profile?show=notifications`,
      `Turn it off, without signing in:\n${off}`,
    ),
    unsubscribe: off,
  }
}
