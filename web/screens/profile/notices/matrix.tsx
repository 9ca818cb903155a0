import {
  type Kind,
  kindRules,
  kindsFor,
  type ToldAudience,
  tidyWays,
  type Way,
  wayNames,
  ways,
} from '#core/notifications/kinds.ts'
import type { Notices } from '#core/notifications/settings.ts'
import styles from './matrix.module.css'

const notes: Partial<Record<Kind, string>> = {
  missed: 'Always shown in Fettle, so that none is overlooked',
  near: 'The working day before, or four hours before',
  noAccess: 'From anyone in the team',
  notSent: 'Refused by the mail server, or not sent for three days',
  stuck: 'Refused for 10 minutes, or unsent for two hours',
  finished: 'Ready to invoice',
}

type Props = {
  audience: ToldAudience
  chosen: Notices['ways']
  /** The ways that this installation has. */
  offered: readonly Way[]
  disabled: boolean
  onChange: (kind: Kind, ways: Way[]) => void
}

/** What somebody is told of, and by which ways: a row for each kind of news. */
export function Matrix({ audience, chosen, offered, disabled, onChange }: Props) {
  const shown = ways.filter((way) => offered.includes(way))
  const groups = Map.groupBy(kindsFor(audience), (kind) => kindRules[kind].group)
  return (
    <div className={styles.matrix} data-ways={shown.length}>
      <div className={styles.head} aria-hidden>
        <span>Tell me when</span>
        {shown.map((way) => (
          <span key={way} className={styles.way}>
            {wayNames[way]}
          </span>
        ))}
      </div>
      {[...groups].map(([group, kinds]) => (
        <section key={group} aria-label={group}>
          <h3 className={styles.group}>{group}</h3>
          {kinds.map((kind) => (
            <fieldset key={kind} className={styles.row}>
              <legend className="sr">{kindRules[kind].name}</legend>
              <div className={styles.kind} aria-hidden>
                <span className={styles.name}>{kindRules[kind].name}</span>
                {notes[kind] && <span className={styles.note}>{notes[kind]}</span>}
              </div>
              {shown.map((way) => {
                const isOn = chosen[kind]?.includes(way) ?? false
                const isFixed = kindRules[kind].always?.includes(way) ?? false
                return (
                  <label key={way} className={styles.choice} data-on={isOn || undefined}>
                    <input
                      type="checkbox"
                      checked={isOn}
                      disabled={disabled || isFixed}
                      title={isFixed ? notes[kind] : undefined}
                      onChange={({ currentTarget: { checked } }) => {
                        const others = (chosen[kind] ?? []).filter((one) => one !== way)
                        onChange(kind, tidyWays(kind, checked ? [...others, way] : others))
                      }}
                    />
                    <span className={styles.label}>{wayNames[way]}</span>
                  </label>
                )
              })}
            </fieldset>
          ))}
        </section>
      ))}
    </div>
  )
}
