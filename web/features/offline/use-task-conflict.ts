import type { Entry } from '#web/sync/outbox/outbox.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { type AskedConflict, taskConflictOf } from './task-conflict.ts'

/** The conflict of a refused tick, in words; undefined if the entry is none. People the user may not know are the office. */
export function useTaskConflict(entry: Entry): AskedConflict | undefined {
  const zone = useTimeZone()
  const people = usePeople()
  const nameOf = (actorId: string | undefined) => people.get(actorId ?? '')?.username ?? 'The office'
  return taskConflictOf(entry, nameOf, zone)
}
