import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { reassigned } from '#core/job/lanes/reassigned.ts'
import { type Trouble, troubleOf } from '#core/job/lanes/trouble.ts'
import { visitAt } from '#core/job/lanes/visit-at.ts'
import { type BookingClashes, clashesOf } from '#core/job/overlaps/booking-clashes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { type BoardPlace, isSamePlace, type Lifted } from '#web/screens/calendar/placing/places.ts'
import { loadJob, type Move } from '#web/screens/calendar/visit/use-visit-moves.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { toast } from '#web/ui/states/toast.tsx'
import type { Visit } from './book-job.ts'

/** Loaded once something can be dropped. */
const loadBooking = () => import('./book-job.ts')

/** A visit that would clash, which waits for the answer. */
export type AskedPlace = { lifted: Lifted; visit: Visit; found: BookingClashes }

type Options = {
  zone: string
  /** Everyone's visits. */
  bookings: readonly BookedVisit[]
  people: ReadonlyMap<string, PersonName>
  move: Move
}

/** Books what was put on the board, and asks first where that clashes. */
export function usePlaceVisits({ zone, bookings, people, move }: Options) {
  const queries = useQueryClient()
  const [asked, ask] = useState<AskedPlace>()
  useEffect(() => void loadBooking().catch(() => undefined), [])
  const give = useCallback(
    async (lifted: Lifted, visit: Visit, anyway: boolean) => {
      const { booking, jobId } = lifted
      if (booking) return move(booking, { ...visit, ...(anyway && { anyway }) })
      const [{ bookJob }] = await Promise.all([loadBooking(), loadJob(queries, jobId)])
      bookJob(lifted, visit, zone, anyway)
    },
    [queries, move, zone],
  )
  const place = (lifted: Lifted, to: BoardPlace) => {
    if (isSamePlace(lifted, to)) return
    const visit = visitOf(lifted, to, zone)
    if (!visit) return toast.failure('The clocks go forward at that time. Please choose another.')
    const wanted = { ...visit, jobId: lifted.jobId, jobBookingId: '', access: '' }
    const usernames = Object.fromEntries([...people].map(([userId, { name }]) => [userId, name]))
    const found = clashesOf(lifted, wanted, { bookings, usernames, timeZone: zone })
    if (found.clashes.length > 0) ask({ lifted, visit, found })
    else void give(lifted, visit, false)
  }
  return {
    place,
    /** What would be wrong with a visit at a place. */
    troubleAt: (lifted: Lifted, to: BoardPlace): Trouble => {
      const visit = visitOf(lifted, to, zone)
      return visit ? troubleOf(bookings, { ...lifted, ...visit }) : { clashes: [], ways: [] }
    },
    asked,
    bookAnyway: () => asked && void give(asked.lifted, asked.visit, true),
    leave: () => ask(undefined),
  }
}

function visitOf({ booking, assignedTo, from }: Lifted, to: BoardPlace, zone: string): Visit | undefined {
  const times = visitAt(to, zone)
  const people = booking ? reassigned(assignedTo, from, to.userId) : to.userId === undefined ? [] : [to.userId]
  return times && { ...times, assignedTo: [...people] }
}
