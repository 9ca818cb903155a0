import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Lane } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { nameOf } from '#web/screens/calendar/rail/rail.tsx'
import { unassigned } from '#web/screens/calendar/week-figures.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { PersonAvatar } from '#web/ui/marks/person.tsx'
import styles from './person-strip.module.css'

type Props = {
  lanes: readonly Lane<BookedVisit>[]
  chosen: Lane<BookedVisit>
  people: ReadonlyMap<string, PersonName>
  onLane: (index: number) => void
}

/** Everyone as a row of buttons; a mark says whose visits clash. */
export function PersonStrip({ lanes, chosen, people, onLane }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const chosenId = chosen.userId ?? unassigned
  useEffect(() => {
    if (chosenId)
      strip.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [chosenId])
  return (
    <div ref={strip} className={styles.strip}>
      {lanes.map((lane, index) => {
        const person = people.get(lane.userId ?? '')
        const name = nameOf(lane.userId ?? unassigned, people)
        return (
          <button
            key={lane.userId ?? unassigned}
            type="button"
            className={styles.person}
            aria-pressed={lane === chosen}
            onClick={() => onLane(index)}
          >
            <span className={styles.mark}>
              {person ? (
                <PersonAvatar name={person.name} role={person.role} look={person.look} size={36} />
              ) : (
                <span className={styles.nobody} aria-hidden>
                  –
                </span>
              )}
              {lane.clashMinutes > 0 && (
                <span className={styles.clash}>
                  <IconAlertTriangle size={11} stroke={2.4} aria-hidden />
                </span>
              )}
            </span>
            <span className={styles.name}>{name.split(/[ .]/)[0]}</span>
            <span className="sr">
              {name}
              {lane.clashMinutes > 0 && ', visits clash'}
            </span>
          </button>
        )
      })}
    </div>
  )
}
