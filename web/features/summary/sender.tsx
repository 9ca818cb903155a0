import styles from './sender.module.css'
import { useLogo } from './use-logo.ts'

/** The head of a paper: the company's logo, if it has one, its name, and how to reach it. */
export function Sender({ name, lines }: { name: string; lines: readonly string[] }) {
  const logo = useLogo()
  return (
    <div className={styles.sender}>
      {logo && <img className={styles.logo} {...logo} alt="" />}
      <div className={styles.lines}>
        <p className={styles.company}>{name}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}
