import { IconMinus, IconPlus } from '@tabler/icons-react'
import styles from './faq-screen.module.css'

type Props = { id: string; question: string; answer: string; open: boolean; onToggle: () => void }

/** A question as a button that expands its answer. */
export const FaqAnswer = ({ id, question, answer, open, onToggle }: Props) => (
  <div className={styles.question}>
    <h2>
      <button
        type="button"
        id={`question-${id}`}
        aria-expanded={open}
        aria-controls={`answer-${id}`}
        onClick={onToggle}
      >
        {question}
        {open ? <IconMinus size={18} aria-hidden /> : <IconPlus size={18} aria-hidden />}
      </button>
    </h2>
    <p id={`answer-${id}`} hidden={!open} data-unfolds>
      {answer}
    </p>
  </div>
)
