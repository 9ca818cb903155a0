import { wallClock } from '#core/time/wall-clock.ts'
import { useUser } from '#web/client/use-user.ts'
import { type BookedVisit, isBookedVisit, startOfDay } from '#web/features/schedule/visit-times.ts'
import { useComingVisits } from '#web/sync/reads/calendar.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useToday } from '#web/ui/time/today.ts'

/** The user's next visit of today that is at another job; undefined if there is none. */
export function useNextVisit(jobId: string): BookedVisit | undefined {
  const { userId } = useUser()
  const zone = useTimeZone()
  const today = useToday(zone)
  const { data } = useComingVisits(Date.parse(startOfDay(today, zone)))
  const visits = (data?.bookings ?? []).filter(isBookedVisit)
  const start = visits.find((one) => one.jobId === jobId)?.jobStart ?? new Date().toISOString()
  return visits
    .filter(({ assignedTo, jobStart }) => assignedTo.includes(userId) && wallClock(jobStart, zone).day === today)
    .filter((one) => one.jobId !== jobId && Date.parse(one.jobStart) >= Date.parse(start))
    .sort((one, other) => Date.parse(one.jobStart) - Date.parse(other.jobStart))[0]
}
