import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { type CardView, useCardView } from './use-card-view.ts'
import styles from './view-card.module.css'

type Props = { title: string; name: string; usual: CardView; chart: ReactNode; table: ReactNode }

/** A card that shows a chart or its table, as the user prefers. */
export function ViewCard({ title, name, usual, chart, table }: Props) {
  const [view, setView] = useCardView(name, usual)
  const named = (value: CardView, text: string) =>
    [
      value,
      <>
        {text}
        <span className="sr"> of {title}</span>
      </>,
    ] as const
  return (
    <Card
      title={title}
      flush
      className={styles.card}
      action={
        <Choices
          name={`View of ${title}`}
          options={[named('chart', 'Chart'), named('table', 'Table')]}
          value={view}
          onChange={setView}
          compact
        />
      }
    >
      {view === 'chart' ? chart : <div className={styles.scroll}>{table}</div>}
    </Card>
  )
}
