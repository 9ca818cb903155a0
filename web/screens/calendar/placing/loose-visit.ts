import type { KeyboardEvent, PointerEvent } from 'react'
import type { DayVisit } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { isLoose, liftedFrom } from './lifted.ts'
import type { Placing } from './use-placing.ts'

/** What lets a visit be taken elsewhere: a drag of all of it, and the key M on its link. Nothing where it cannot be moved. */
export function looseVisit(
  placing: Placing | undefined,
  userId: string | undefined,
  day: string,
  shown: DayVisit<BookedVisit>,
) {
  if (!placing || !isLoose(shown)) return undefined
  return {
    onPointerDown: (event: PointerEvent) => placing.hold(() => liftedFrom(userId, day, shown), event),
    link: {
      'aria-keyshortcuts': 'M',
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        placing.lift(liftedFrom(userId, day, shown))
      },
    },
  }
}
