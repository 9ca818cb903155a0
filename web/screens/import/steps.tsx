import { IconCheck } from '@tabler/icons-react'
import type { ImportAnswer } from '#core/wire/imports.ts'
import { counted, numberText } from '#web/ui/number-format.ts'
import { fieldOf } from './import-fields.ts'
import { isUnderWay } from './queries.ts'
import styles from './steps.module.css'

/** The four steps, their results, and which is current. */
export function Steps({ run }: { run: ImportAnswer | undefined }) {
  const steps = ['File', 'Columns', 'Check', 'Import'].map((name, place) => ({
    name,
    text: run ? (sentences[place]?.(run) ?? '') : (waiting[place] ?? ''),
  }))
  const present = !run ? 0 : run.state !== 'draft' ? 3 : run.checked.blocked === undefined ? 2 : 1
  const isOver = run?.state === 'done'
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, text }, place) => {
        const isDone = place < present || isOver
        return (
          <li key={name} className={styles.step} aria-current={place === present && !isOver ? 'step' : undefined}>
            <span className={styles.mark} data-state={isDone ? 'done' : place === present ? 'present' : 'ahead'}>
              {isDone ? <IconCheck size={16} stroke={2.5} aria-hidden /> : place + 1}
            </span>
            <span>
              <span className={styles.name}>
                {name}
                {isDone && <span className="sr">, done</span>}
              </span>
              <span className={styles.said}>{text}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const waiting = ['Choose one', 'Matched by the headings', 'A dry run', 'Nothing saved yet']
const sentences: ((run: ImportAnswer) => string)[] = [
  ({ plan }) => `${counted(plan.rows, 'row')}, ${counted(plan.columns.length, 'column')}`,
  ({ plan }) => `${plan.columns.filter(({ name }) => fieldOf(plan, name)).length} of ${plan.columns.length} matched`,
  ({ checked }) => `${numberText(checked.ready)} ready, ${numberText(checked.refused)} refused`,
  (run) =>
    run.state === 'draft'
      ? 'Nothing saved yet'
      : isUnderWay(run)
        ? `${numberText(run.progress.imported)} of ${numberText(run.ready)}`
        : `${numberText(run.progress.imported)} imported`,
]
