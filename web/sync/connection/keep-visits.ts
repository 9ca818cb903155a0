import type { QueryClient } from '@tanstack/react-query'
import { calendarRead } from '#web/sync/reads/calendar.ts'
import { jobRead } from '#web/sync/reads/job.ts'

const day = 24 * 60 * 60_000
/** Days before and after today, one more than the two and seven that are promised: the company's day is not that of UTC. */
const before = 3
const after = 9
/** More visits than one person has in ten days. */
const mostJobs = 100

/**
 * Reads a person's visits from two days ago to seven ahead, each with its whole job, so that they open without a network.
 * Rejects with the first read that fails; what was read by then is kept.
 */
export async function keepVisits(queries: QueryClient, userId: string, now = Date.now()): Promise<void> {
  const today = Math.floor(now / day) * day
  const at = (days: number) => new Date(today + days * day).toISOString()
  const { bookings } = await queries.fetchQuery(calendarRead({ from: at(-before), to: at(after) }))
  const mine = bookings.filter(({ assignedTo }) => assignedTo.includes(userId))
  // Pushes keep a job that was read once up to date.
  for (const jobId of [...new Set(mine.map((one) => one.jobId))].slice(0, mostJobs))
    await queries.fetchQuery({ ...jobRead(jobId), staleTime: Number.POSITIVE_INFINITY })
}
