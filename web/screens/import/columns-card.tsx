import { dayOrderIn } from '#core/imports/day-question.ts'
import { type ImportAnswer, type ImportField, type ImportReading, importFields } from '#core/wire/imports.ts'
import { PlainSelect } from '#web/ui/fields/plain-select.tsx'
import table from '#web/ui/table.module.css'
import styles from './cards.module.css'
import { fieldNames, fieldOf, readingOf, withField } from './import-fields.ts'
import { SheetChoice } from './sheet-choice.tsx'

type Props = {
  run: ImportAnswer
  /** It is being checked again. */
  busy: boolean
  onChange: (reading: ImportReading) => void
  onSheet: (sheet: number) => void
}

const asField = (chosen: string): ImportField | '' => importFields.find((one) => one === chosen) ?? ''

/** The file's columns and the field that each is imported into, which can be changed until the import starts. */
export const ColumnsCard = ({ run, run: { plan, state }, busy, onChange, onSheet }: Props) => (
  <section className={styles.card} aria-label="Columns">
    <h2 className={styles.head}>
      Columns <span className={styles.said}>Matched by the headings and the first rows</span>
    </h2>
    <SheetChoice run={run} busy={busy} onSheet={onSheet} />
    <table className={`${table.table} ${styles.table}`}>
      <caption className="sr">Columns in the file</caption>
      <thead>
        <tr>
          <th scope="col">In your file</th>
          <th scope="col" className={styles.wide}>
            First value
          </th>
          <th scope="col">Goes to</th>
        </tr>
      </thead>
      <tbody>
        {plan.columns.map(({ name, first }) => {
          const field = fieldOf(plan, name)
          return (
            <tr key={name}>
              <th scope="row" className={styles.column} title={name}>
                {name}
              </th>
              <td className={styles.first} title={first}>
                {first}
              </td>
              <td>
                {state === 'draft' ? (
                  <PlainSelect
                    label={`${name} goes to`}
                    value={field}
                    options={[{ value: '', label: 'Do not import' }, ...choices]}
                    onChange={(chosen) => onChange(withField(readingOf(plan), name, asField(chosen)))}
                  />
                ) : (
                  (field && fieldNames[field]) || 'Do not import'
                )}
                {field === 'createdAt' && (
                  <Dates plan={plan} column={name} onChange={state === 'draft' ? onChange : undefined} />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </section>
)

const choices = importFields.map((value) => ({ value, label: fieldNames[value] }))

/** Whether a column's dates have the day or the month first. */
function Dates({
  plan,
  column,
  onChange,
}: {
  plan: ImportAnswer['plan']
  column: string
  onChange: Props['onChange'] | undefined
}) {
  const order = dayOrderIn(plan)
  const hasTwoReadings = plan.columns.some(({ name, dates }) => name === column && dates?.either !== undefined)
  if (!onChange || !order || !hasTwoReadings) return null
  const other = order === 'day first' ? 'month first' : 'day first'
  return (
    <span className={styles.note}>
      Dates are read {order}.{' '}
      <button type="button" className={styles.link} onClick={() => onChange({ ...readingOf(plan), dayOrder: other })}>
        Read them {other}
      </button>
    </span>
  )
}
