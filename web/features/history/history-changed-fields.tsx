import { type Change, deadlineFields, recurringFields, visitFields } from '#core/history/changes.ts'
import { type ReadableChange, readable } from '#core/history/readable-changes.ts'
import { BeforeAfter } from '#web/ui/before-after.tsx'
import styles from './history.module.css'
import { nameOfField } from './history-field-names.ts'

type ChangesProps = {
  changes: readonly Change[]
  zone: string
  nameOf: (userId: string) => string
  /** Labels each value, for entries whose sentence does not name the field. */
  named?: boolean
}

/** Every field that changed, before and after. */
export const Changes = ({ changes, zone, nameOf, named = false }: ChangesProps) =>
  readable(changes, { zone, nameOf, now: new Date().toISOString() }).map((change) => (
    <Changed
      key={`${change.field} ${change.of} ${change.from} ${change.to}`}
      change={change}
      of={named || isOfVisit(change) ? (change.of ?? nameOfField(change.field)) : undefined}
    />
  ))

/** Whether a change is one of several times or facts of a visit, a deadline or recurring work, which no sentence tells apart. */
const isOfVisit = ({ field }: ReadableChange) =>
  [...visitFields, ...deadlineFields, ...recurringFields].some((one) => one === field)

const Changed = ({ change: { field, from, to }, of }: { change: ReadableChange; of: string | undefined }) =>
  field === 'note' ? (
    <blockquote className={styles.quote}>{from === undefined ? to : <del>{from}</del>}</blockquote>
  ) : (
    <p className={styles.change}>
      {of && <span>{of}:</span>}
      <BeforeAfter from={from} to={to} />
    </p>
  )
