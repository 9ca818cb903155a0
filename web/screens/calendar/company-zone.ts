import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { wallClock } from '#core/time/wall-clock.ts'
import { paths } from '#core/wire/paths.ts'
import type { Me } from '#core/wire/wire.ts'
import { call } from '#web/client/call.ts'

/** The company's time zone, once it is known: visits at the wrong hours would be worse than none. */
export const useCompanyZone = () => {
  const me = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => call<Me>(paths.me, { signal }),
    staleTime: 5 * 60_000,
  })
  return { zone: me.data?.company.timeZone, error: me.error, again: me.refetch }
}

/** The day that it is in a time zone, also when it becomes the next one. */
export function useToday(zone: string): string {
  const now = () => wallClock(new Date().toISOString(), zone).day
  const [today, setToday] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setToday(now), 30_000)
    return () => clearInterval(timer)
  })
  return today
}
