import type { Entry } from '#web/sync/outbox/outbox.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import type { Asking, Question } from './question.ts'
import { questionOf } from './question-of.ts'

/** What a refused change met, as a question; undefined if it met nothing. */
export function useConflict(entry: Entry): Question | undefined {
  return questionOf(entry, useAsking())
}

/** People the user may not know are the office. */
export function useAsking(): Asking {
  const zone = useTimeZone()
  const people = usePeople()
  return { zone, nameOf: (actorId) => people.get(actorId ?? '')?.name ?? 'The office' }
}
