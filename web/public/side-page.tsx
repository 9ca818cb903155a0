import type { ReactNode } from 'react'
import styles from './side-page.module.css'

type Note = { title: string; text: ReactNode; after?: ReactNode }
type Props = {
  title: string
  lead: string
  notes: readonly Note[]
  /** On phones the notes come after the content instead of before it. */
  notesLast?: boolean
  children: ReactNode
}

/** A page in two columns: title and notes on the left, content on the right. */
export const SidePage = ({ title, lead, notes, notesLast = false, children }: Props) => (
  <div className={`${styles.page} ${notesLast ? styles.notesLast : ''}`}>
    <div className={styles.head}>
      <h1>{title}</h1>
      <p>{lead}</p>
    </div>
    <div className={styles.body}>{children}</div>
    <div className={styles.notes}>
      {notes.map((note) => (
        <section key={note.title}>
          <h2>{note.title}</h2>
          <p>{note.text}</p>
          {note.after}
        </section>
      ))}
    </div>
  </div>
)
