import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { type CardView, useCardView } from './use-card-view.ts'
import styles from './view-card.module.css'

type Props = { title: string; name: string; usual: CardView; chart: ReactNode; table: ReactNode }

/** A card that shows a chart or its table, as the user prefers. */
export function ViewCard({ title, name, usual, chart, table }: Props) {
  const [view, setView] = useCardView(name, usual)
  const choice = (value: CardView, text: string) => (
    <button type="button" className={styles.choice} aria-pressed={view === value} onClick={() => setView(value)}>
      {text}
      <span className="sr"> of {title}</span>
    </button>
  )
  return (
    <Card
      title={title}
      flush
      className={styles.card}
      action={
        <div className={styles.toggle}>
          {choice('chart', 'Chart')}
          {choice('table', 'Table')}
        </div>
      }
    >
      {view === 'chart' ? chart : <div className={styles.scroll}>{table}</div>}
    </Card>
  )
}
