import { IconMinus, IconPlus } from '@tabler/icons-react'
import styles from './faq-screen.module.css'

type Props = { id: string; question: string; answer: string; open: boolean; onTurn: () => void }

/** A question as a button that unfolds its answer. */
export const FaqAnswer = ({ id, question, answer, open, onTurn }: Props) => (
  <div className={styles.question}>
    <h2>
      <button type="button" id={`question-${id}`} aria-expanded={open} aria-controls={`answer-${id}`} onClick={onTurn}>
        {question}
        {open ? <IconMinus size={18} aria-hidden /> : <IconPlus size={18} aria-hidden />}
      </button>
    </h2>
    <p id={`answer-${id}`} hidden={!open} data-unfolds>
      {answer}
    </p>
  </div>
)
