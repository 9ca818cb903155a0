import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { ruleWords } from '#core/recurring/words.ts'
import type { RecurringItem } from '#core/wire/jobs/recurring.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import listStyles from '#web/ui/list.module.css'
import listPage from '#web/ui/list-page.module.css'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import table from '#web/ui/table.module.css'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { NextDay } from './next-day.tsx'
import { OnSwitch } from './on-switch.tsx'
import styles from './recurring.module.css'

type Props = {
  work: readonly RecurringItem[]
  people: Readonly<Record<string, string>>
  isFiltered: boolean
  mayEdit: boolean
  onOpen: (recurringId: string) => void
  onAdd: () => void
}
type LineProps = { one: RecurringItem } & Pick<Props, 'people' | 'mayEdit' | 'onOpen'>

/** Recurring work, the next to come first; or why there is none. */
export function RecurringList({ work, people, isFiltered, mayEdit, onOpen, onAdd }: Props) {
  const onPhone = useIsPhone()
  const line = { people, mayEdit, onOpen }
  if (work.length === 0)
    return (
      <div className={listStyles.card}>
        {isFiltered ? (
          <EmptyState title="No recurring work found." text="No work matches your search." />
        ) : (
          <EmptyState
            title="No recurring work yet."
            text="Set up gas safety checks, gutter clearing or fire doors once, and each job is made in good time."
            action={mayEdit && <Button onClick={onAdd}>Set up recurring work</Button>}
          />
        )}
      </div>
    )
  if (onPhone)
    return (
      <ul className={listPage.cards}>
        {work.map((one) => (
          <Item key={one.recurringId} one={one} {...line} />
        ))}
      </ul>
    )
  return (
    <div className={listStyles.card}>
      <div className={listStyles.scroll}>
        <table className={`${table.table} ${listPage.table} ${styles.rows}`}>
          <caption className="sr">Recurring work</caption>
          <thead>
            <tr>
              <th scope="col">Work</th>
              <th scope="col">Where</th>
              <th scope="col">How often</th>
              <th scope="col" aria-sort="ascending">
                Next
              </th>
              <th scope="col">Last done</th>
              <th scope="col">Who</th>
              <th scope="col">On</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {work.map((one) => (
              <Row key={one.recurringId} one={one} {...line} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.foot}>
        Each job is made before its date, with its tasks, and then shows in Site Management.
      </p>
    </div>
  )
}

function Row({ one, people, mayEdit, onOpen }: LineProps) {
  const zone = useTimeZone()
  return (
    <tr>
      <th scope="row" title={one.title}>
        {one.title}
      </th>
      <td className={`${listPage.cut} ${styles.site}`} title={one.site}>
        <Link to={`/site/${one.siteId}`}>{one.site}</Link>
      </td>
      <td className={styles.often}>{ruleWords(one.rule)}</td>
      <td>
        <NextDay one={one} />
      </td>
      <td>{one.lastDone ? dayIn(one.lastDone, zone) : <span className={listPage.quiet}>Not yet</span>}</td>
      <td className={`${listPage.cut} ${styles.who}`}>
        {whoOf(one, people) || <span className={listPage.quiet}>Nobody yet</span>}
      </td>
      <td>
        <OnSwitch one={one} mayEdit={mayEdit} />
      </td>
      <td>{mayEdit && <Edit one={one} onOpen={onOpen} />}</td>
    </tr>
  )
}

const Item = ({ one, people, mayEdit, onOpen }: LineProps) => (
  <li className={`${listPage.card} ${styles.item}`}>
    <span className={styles.head}>
      <strong>{one.title}</strong>
      <OnSwitch one={one} mayEdit={mayEdit} />
    </span>
    <Link to={`/site/${one.siteId}`}>{one.site}</Link>
    <span className={listPage.quiet}>{ruleWords(one.rule)}</span>
    <span className={styles.head}>
      <span>
        <NextDay one={one} />
        {whoOf(one, people) && `, ${whoOf(one, people)}`}
      </span>
      {mayEdit && <Edit one={one} onOpen={onOpen} />}
    </span>
  </li>
)

const whoOf = ({ visit }: RecurringItem, people: Readonly<Record<string, string>>) =>
  (visit?.assignedTo ?? []).map((id) => people[id] ?? 'Former member').join(', ')

const Edit = ({ one, onOpen }: Pick<LineProps, 'one' | 'onOpen'>) => (
  <Button variant="default" size="xs" className={styles.edit} onClick={() => onOpen(one.recurringId)}>
    Edit<span className="sr"> {one.title}</span>
  </Button>
)
