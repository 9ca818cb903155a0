import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useMe } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { counted, numberText } from '#web/ui/number-format.ts'
import type { BoardCard } from './board-cards.ts'
import styles from './board-column.module.css'
import { DeadlineCard } from './deadline-card.tsx'

type Props = { name: string; isLate: boolean; cards: readonly BoardCard[]; now: string; zone: string }

/** How many cards a column shows before it is asked for more. */
const atFirst = 20

/** The deadlines of one span of time. Time alone decides the column, so nothing is dragged. */
export function BoardColumn({ name, isLate, cards, now, zone }: Props) {
  const heading = useId()
  const people = usePeople()
  const settings = useMe().data?.company.office?.deadlines
  const [most, setMost] = useState(atFirst)
  const more = cards.length - most
  return (
    <section aria-labelledby={heading} className={styles.column}>
      <h2 id={heading} className={styles.heading} data-late={(isLate && cards.length > 0) || undefined}>
        {isLate && cards.length > 0 && <IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
        {name} <span>{numberText(cards.length)}</span>
      </h2>
      {cards.length === 0 ? (
        <p className={styles.nothing}>Nothing due.</p>
      ) : (
        <ul className={styles.cards}>
          {cards.slice(0, most).map((card) => (
            <DeadlineCard
              key={`${card.job.jobId} ${card.duty.dutyId} ${card.deadline.step}`}
              {...{ card, now, zone, people, settings }}
            />
          ))}
        </ul>
      )}
      {more > 0 && (
        <button type="button" className={styles.more} onClick={() => setMost(most + 100)}>
          Show {counted(Math.min(more, 100), 'more', 'more')}
        </button>
      )}
    </section>
  )
}
