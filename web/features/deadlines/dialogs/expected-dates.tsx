import { expectedSteps } from '#core/deadlines/outlook.ts'
import { covers, firstRuleFor, ruleInForce } from '#core/deadlines/rules.ts'
import { dueWords } from '#core/deadlines/standing.ts'
import { type Hazard, type Law, lawNames, type Severity, stepNames } from '#core/deadlines/values.ts'
import { paperDay } from '#core/time/format.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import styles from './deadline-dialogs.module.css'

type Props = {
  law: Law
  hazard: Hazard | undefined
  severity: Severity | undefined
  awareAt: string | undefined
  zone: string
}

/** What the law asks for by when, as far as the form says yet. The server works out the dates that count. */
export function ExpectedDates({ law, hazard, severity, awareAt, zone }: Props) {
  return (
    <section className={styles.preview} aria-live="polite">
      <h3>What is due when</h3>
      <Dates law={law} hazard={hazard} severity={severity} awareAt={awareAt} zone={zone} />
    </section>
  )
}

function Dates({ law, hazard, severity, awareAt, zone }: Props) {
  if (!hazard || !severity || !awareAt)
    return <p className={styles.note}>Choose the hazard, how serious it is and when it was reported.</p>
  const now = new Date().toISOString()
  const { day } = wallClock(awareAt, zone)
  const rule = ruleInForce(law, day)
  if (!rule || !covers(rule, severity, hazard)) {
    const first = firstRuleFor(law, severity, hazard)
    return (
      <p className={styles.note}>
        {first && first.inForce > day
          ? `The law covers this from ${paperDay(first.inForce)}, for reports from that day on.`
          : 'This law sets no deadlines for that. You can use a service level of your own instead.'}
      </p>
    )
  }
  return (
    <>
      <ol className={styles.steps}>
        {expectedSteps(rule, severity, awareAt, zone).map(({ step, within, due }) => (
          <li key={step} className={styles.step}>
            <strong>{stepNames[step]}</strong>
            <span className={styles.due}>{due && dueWords(due, now, zone)}</span>
            <span>{within}</span>
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        {lawNames[law]}, version {rule.version}, in force since {paperDay(rule.inForce)}. Weekends and bank holidays are
        left out of working days. You can correct the time of the report later; the history keeps both.
      </p>
    </>
  )
}
