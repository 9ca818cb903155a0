import { IconCar } from '@tabler/icons-react'
import { onTheWayNow } from '#core/job/on-the-way/on-the-way.ts'
import { timeIn } from '#core/time/format.ts'
import { useUser } from '#web/client/use-user.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { useNow } from '#web/ui/time/use-now.ts'

/** Who else is on the way to the visit. */
export function WhoComes({ job }: { job: JobBesidesTasks }) {
  const { userId } = useUser()
  const people = usePeople()
  const zone = useTimeZone()
  const now = new Date(useNow()).toISOString()
  return onTheWayNow(job, now)
    .filter((one) => one.userId !== userId)
    .map((one) => (
      <p key={one.onWayId}>
        <IconCar size={17} stroke={1.75} aria-hidden />
        {people.get(one.userId)?.name ?? 'Former member'} is on the way
        {one.expectedAt && `, expected about ${timeIn(one.expectedAt, zone)}`}
      </p>
    ))
}
