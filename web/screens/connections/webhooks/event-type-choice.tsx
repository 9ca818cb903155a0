import { kindOf } from '#core/history/kinds.ts'
import type { EventType } from '#core/ledger/ledger.ts'
import { nameOfType } from '#core/webhooks/event-names.ts'
import { kindNames } from '#web/features/history/history-kind-names.ts'
import styles from './event-types.module.css'

type Props = { types: readonly EventType[]; chosen: readonly EventType[]; onChange: (chosen: EventType[]) => void }

/** Chooses types of event by name, in groups that open. */
export function EventTypeChoice({ types: offered, chosen, onChange }: Props) {
  const groups = Map.groupBy(offered, (type) => kindOf[type])
  const set = (types: readonly EventType[], isChosen: boolean) =>
    onChange([...chosen.filter((one) => !types.includes(one)), ...(isChosen ? types : [])])
  return (
    <fieldset className={styles.types} aria-label="Events">
      {[...groups].map(([kind, types]) => {
        const ticked = types.filter((type) => chosen.includes(type))
        const name = kindNames[kind]
        return (
          <details key={kind}>
            <summary className={styles.group}>
              {name}{' '}
              <span className={styles.count}>
                {ticked.length} of {types.length}
              </span>
            </summary>
            <label className={styles.type}>
              <input
                type="checkbox"
                checked={ticked.length === types.length}
                onChange={({ currentTarget }) => set(types, currentTarget.checked)}
              />
              <strong>
                All<span className="sr"> of {name}</span>
              </strong>
            </label>
            {types.map((type) => (
              <label key={type} className={styles.type}>
                <input
                  type="checkbox"
                  checked={chosen.includes(type)}
                  onChange={({ currentTarget }) => set([type], currentTarget.checked)}
                />
                {nameOfType(type)}
              </label>
            ))}
          </details>
        )
      })}
    </fieldset>
  )
}
