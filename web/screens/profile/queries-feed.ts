import { useQuery } from '@tanstack/react-query'
import type { FeedAnswer, FeedVisits } from '#core/wire/jobs/calendar.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

export const feedKey = ['calendar-feed']

/** The user's calendar link; polled to keep its 'last read' time current. */
export const useFeed = () =>
  useQuery({
    queryKey: feedKey,
    queryFn: ({ signal }) => call<FeedAnswer>(paths.calendarFeed, { signal }),
    refetchInterval: 30_000,
  })

export const makeLink = (visits: FeedVisits) =>
  call<FeedAnswer>(paths.calendarFeed, { method: 'POST', body: { visits } })
export const chooseVisits = (visits: FeedVisits) =>
  call<FeedAnswer>(paths.calendarFeed, { method: 'PUT', body: { visits } })
export const turnOff = () => call<FeedAnswer>(paths.calendarFeed, { method: 'DELETE' })
