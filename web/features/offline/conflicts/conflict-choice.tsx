import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import styles from './conflict-choice.module.css'
import type { Answer, Question } from './question.ts'

type Props = {
  question: Question
  /** The name of the chosen answer. */
  chosen: string
  onChoose: (answer: Answer) => void
}

/** The answers to a conflict, of which one is chosen. */
export function ConflictChoice({ question: { about, answers }, chosen, onChoose }: Props) {
  const group = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.asks}>
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        <span>{about}</span>
      </legend>
      {answers.map((answer) => (
        <label key={answer.name} className={styles.option}>
          <input type="radio" name={group} checked={answer.name === chosen} onChange={() => onChoose(answer)} />
          <span>
            <strong>{answer.title}</strong>
            <span className={styles.detail}>{answer.detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
