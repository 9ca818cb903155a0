import { Button } from '@mantine/core'
import { unclearDay } from '#core/imports/day-question.ts'
import { dayOrders, readDay } from '#core/imports/days.ts'
import { dayName } from '#core/time/format.ts'
import type { ImportAnswer, ImportReading } from '#core/wire/imports.ts'
import { numberText } from '#web/ui/number-format.ts'
import styles from './choices.module.css'
import { readingOf } from './import-fields.ts'

type Props = { run: ImportAnswer; busy: boolean; onChange: (reading: ImportReading) => void }

/** Asks for what nothing in the file shows: whether a date has the day or the month first. */
export function DayQuestion({ run: { plan, state }, busy, onChange }: Props) {
  const unclear = unclearDay(plan)
  if (unclear === undefined || state !== 'draft') return null
  return (
    <fieldset className={styles.question}>
      <legend>In this file, {unclear} is</legend>
      {dayOrders.map((dayOrder) => (
        <Button
          key={dayOrder}
          variant="default"
          disabled={busy}
          onClick={() => onChange({ ...readingOf(plan), dayOrder })}
        >
          {dayName(readDay(unclear, dayOrder) ?? '')}
        </Button>
      ))}
    </fieldset>
  )
}

/** Says what becomes of the rows that share a work order and site, and offers the other way while nothing is imported. */
export function SameOrders({ run: { plan, state, checked }, busy, onChange }: Props) {
  const { orders, rows } = checked.sameOrders ?? { orders: 0, rows: 0 }
  if (orders === 0) return null
  const together = plan.oneJobPerOrder === true
  const shared =
    orders === 1
      ? `${numberText(rows)} rows have the same work order and site.`
      : `${numberText(rows)} rows share a work order and site, in ${numberText(orders)} work orders.`
  const done = state === 'done'
  return (
    <div className={styles.choice}>
      <p>
        {shared}{' '}
        {together
          ? `The rows of each ${done ? 'became' : 'become'} the tasks of one job.`
          : `Only the first row of each ${done ? 'was' : 'is'} imported.`}
      </p>
      {state === 'draft' && (
        <Button
          variant="default"
          disabled={busy}
          onClick={() => onChange({ ...readingOf(plan), oneJobPerOrder: !together })}
        >
          {together ? 'Import only the first rows' : 'Make them tasks of one job'}
        </Button>
      )}
    </div>
  )
}
